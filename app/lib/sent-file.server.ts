import { data } from 'react-router'

export type SentFile = { name: string; content: ReadableStream<Uint8Array> }

/** Fields and heads beside the file: short, or it is none of our forms. */
const MOST_BYTES = 64 * 1024

/**
 * The file of a form that has one (multipart/form-data), as it arrives: a form that is read whole would be in memory whole. What the form
 * says after the file is not read. Null when no file was chosen.
 * @throws 415 for another body, 400 for a broken one; the content fails when the body ends before the file does
 */
export async function readSentFile(request: Request): Promise<SentFile | null> {
	const [, quoted, plain] =
		/^multipart\/form-data\b.*;\s*boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(
			request.headers.get('content-type') ?? '',
		) ?? []
	const boundary = quoted ?? plain
	if (!boundary || !request.body) throw data('Unsupported Media Type', { status: 415 })
	const body = new Cut(request.body)
	const mark = Buffer.from(`\r\n--${boundary}`)
	await body.text(mark)
	for (;;) {
		// After the last part there are two dashes.
		if ((await body.text(Buffer.from('\r\n'))).startsWith('--')) return null
		const head = await body.text(Buffer.from('\r\n\r\n'))
		const name = /^content-disposition:.*\bfilename="([^"]*)"/im.exec(head)?.[1]
		if (name) return { name, content: streamOf(body.until(mark)) }
		await body.text(mark)
	}
}

function streamOf(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
	return new ReadableStream({
		async pull(controller) {
			const { value, done } = await pieces.next()
			if (done) controller.close()
			else controller.enqueue(value)
		},
	})
}

const isBroken = (): unknown => data('Bad Request', { status: 400 })

/** Cuts a body at marks. It begins as if after a line, since the first boundary may be the first thing there is. */
class Cut {
	readonly #reader: ReadableStreamDefaultReader<Uint8Array>
	#held = Buffer.from('\r\n')

	constructor(body: ReadableStream<Uint8Array>) {
		this.#reader = body.getReader()
	}

	/** What comes before a mark, in pieces; what is next comes after it. */
	async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
		for (;;) {
			const at = this.#held.indexOf(mark)
			const end = at < 0 ? Math.max(0, this.#held.length - mark.length + 1) : at
			const piece = this.#held.subarray(0, end)
			this.#held = this.#held.subarray(at < 0 ? end : at + mark.length)
			if (piece.length > 0) yield piece
			if (at >= 0) return
			const { value, done } = await this.#reader.read().catch(() => ({ value: undefined, done: true }))
			if (done || !value) throw isBroken()
			this.#held = Buffer.concat([this.#held, value])
		}
	}

	async text(mark: Buffer): Promise<string> {
		const pieces: Uint8Array[] = []
		let size = 0
		for await (const piece of this.until(mark)) {
			size += piece.length
			if (size > MOST_BYTES) throw isBroken()
			pieces.push(piece)
		}
		return Buffer.concat(pieces).toString('utf8')
	}
}

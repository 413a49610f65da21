import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRandom } from '#supabase/seeds/demo/random.ts'
import { readSentFile } from './sent-file.server.ts'

const random = createRandom('sent files')

/** The same bytes in pieces of random sizes, as they come from a network. */
function inPieces(bytes: Uint8Array): ReadableStream<Uint8Array> {
	let from = 0
	return new ReadableStream({
		pull(controller) {
			const end = from + random.between(1, random.pick([3, 40, 5000]))
			if (from >= bytes.length) return controller.close()
			controller.enqueue(bytes.slice(from, end))
			from = end
		},
	})
}

async function sent(form: FormData, cut?: number): Promise<Request> {
	const whole = new Request('http://localhost/', { method: 'POST', body: form })
	const bytes = await whole.bytes()
	const headers = { 'content-type': String(whole.headers.get('content-type')) }
	const body = inPieces(bytes.slice(0, cut ?? bytes.length))
	return new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

function formWith(content: Uint8Array | null): FormData {
	const form = new FormData()
	form.set('first', 'ä\r\n--no boundary\r\n')
	if (content) form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), 'alles ü.zip')
	form.set('intent', 'import')
	return form
}
const bytesOf = (content: ReadableStream<Uint8Array>) =>
	new Response(content as ReadableStream<Uint8Array<ArrayBuffer>>).bytes()

test.each([0, 1, 2, 70, 4_000, 300_000])(
	'a file of %i bytes arrives as it was sent, however it is cut',
	async (size) => {
		for (let turn = 0; turn < 20; turn++) {
			// Full of what the marks consist of.
			const content = turn % 2 ? randomBytes(size) : Buffer.from('\r\n--'.repeat(size)).subarray(0, size)
			const file = await readSentFile(await sent(formWith(content)))
			expect(file?.name).toBe('alles ü.zip')
			expect(Buffer.compare(Buffer.from(await bytesOf(file?.content as ReadableStream<Uint8Array>)), content)).toBe(0)
		}
	},
)

test('a form without a file has none', async () => {
	expect(await readSentFile(await sent(formWith(null)))).toBeNull()
	const unchosen = new FormData()
	unchosen.set('file', new Blob([]), '')
	expect(await readSentFile(await sent(unchosen))).toBeNull()
})

test('a body that ends too early fails, and anything else is refused', async () => {
	const file = await readSentFile(await sent(formWith(randomBytes(5000)), 2000))
	await expect(bytesOf(file?.content as ReadableStream<Uint8Array>)).rejects.toMatchObject({ init: { status: 400 } })
	const statusOf = (request: Request) => readSentFile(request).then(String, (answer) => answer.init.status)
	expect(await statusOf(await sent(formWith(randomBytes(50)), 60))).toBe(400)
	const post = (type: string, body: string) =>
		new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type }, body })
	expect(await statusOf(post('text/plain', 'x'))).toBe(415)
	expect(await statusOf(post('multipart/form-data', 'x'))).toBe(415)
	expect(await statusOf(post('multipart/form-data; boundary=x', 'y'.repeat(200_000)))).toBe(400)
})

import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import type { Encoding, Page } from './store.ts'

const brotli = promisify(brotliCompress)
const [zip, unzip, unbrotli] = [promisify(gzip), promisify(gunzip), promisify(brotliDecompress)]

/** The encoding to answer in; what a client does not want (`;q=0`) does not count. */
export function encodingFor(accept: string | string[] | undefined): Encoding {
	const wanted = new Set<string>()
	for (const part of String(accept ?? '').split(',')) {
		const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
		if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) wanted.add(name)
	}
	return wanted.has('br') ? 'br' : wanted.has('gzip') ? 'gzip' : 'identity'
}

/** The bytes of a page in an encoding, made at the first request for it. Only compressed bytes are kept. */
export async function bodyOf(page: Page, encoding: Encoding): Promise<Buffer> {
	const known = page.bodies.get(encoding)
	if (known) return known
	const plain = await plainBody(page)
	if (encoding === 'identity') return plain
	const body =
		encoding === 'gzip'
			? await zip(plain, { level: 6 })
			: await brotli(plain, {
					params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
				})
	page.bodies.set(encoding, body)
	page.bodies.delete('identity')
	return body
}

async function plainBody({ bodies }: Page): Promise<Buffer> {
	const [plain, br, gz] = [bodies.get('identity'), bodies.get('br'), bodies.get('gzip')]
	if (plain) return plain
	return br ? unbrotli(br) : unzip(gz ?? Buffer.alloc(0))
}

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const LEAST_BYTES = 1_000
const COMPRESSIBLE = /^(text\/|application\/(json|xml|ld\+json|javascript))/
const compress = promisify(gzip)

/**
 * Compresses a finished answer in one go on the thread pool, which costs a fraction of a compressing stream.
 * Answers without a body, small ones, and those of a kind that does not shrink go on as they are.
 */
export async function compressed(response: Response, acceptEncoding: string | null): Promise<Response> {
	const kind = response.headers.get('content-type') ?? ''
	if (!response.body || !COMPRESSIBLE.test(kind) || response.headers.has('content-encoding')) return response
	response.headers.append('vary', 'Accept-Encoding')
	if (!/\bgzip\b/.test(acceptEncoding ?? '')) return response
	const content = Buffer.from(await response.arrayBuffer())
	if (content.length < LEAST_BYTES) return new Response(content, response)
	const smaller = new Response(await compress(content, { level: 5 }), response)
	smaller.headers.set('content-encoding', 'gzip')
	smaller.headers.delete('content-length')
	return smaller
}

import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressed } from './compression.ts'

const page = (text: string, kind = 'text/html'): Response => new Response(text, { headers: { 'content-type': kind } })
const long = 'Termin '.repeat(500)

it('compresses answers that shrink, for clients that accept it', async () => {
	const answer = await compressed(page(long), 'gzip, br')
	expect(answer.headers.get('content-encoding')).toBe('gzip')
	expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(long)
})

it('leaves small, foreign and already compressed answers alone', async () => {
	expect((await compressed(page('kurz'), 'gzip')).headers.has('content-encoding')).toBe(false)
	expect((await compressed(page(long, 'image/webp'), 'gzip')).headers.has('content-encoding')).toBe(false)
	const plain = await compressed(page(long), null)
	expect(plain.headers.get('vary')).toBe('Accept-Encoding')
	expect(await plain.text()).toBe(long)
})

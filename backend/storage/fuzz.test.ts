import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience, runs } from '../testing/property-runs.ts'
import { type Fixture, createFixture } from '../rest/tests/fixture.ts'

let fixture: Fixture
beforeAll(async () => {
	fixture = await createFixture()
	await fixture.service.storage.createBucket('files', { public: true })
})
afterAll(() => fixture.drop())

const send = (path: string, init: RequestInit = {}): Promise<Response> => {
	const headers = new Headers(init.headers)
	headers.set('apikey', fixture.keys.secret)
	headers.set('authorization', `Bearer ${fixture.keys.secret}`)
	return fixture.backend.fetch(new Request(`http://localhost:9999/storage/v1/${path}`, { ...init, headers }))
}

const PIECES = [
	'a',
	'B',
	' ',
	'.',
	'..',
	'/',
	'//',
	'\\',
	'%',
	'%2f',
	'%2e',
	'+',
	'&',
	'?',
	'#',
	':',
	';',
	'=',
	'@',
	'(',
	"'",
	'"',
	'_',
	'-',
	'ü',
	'\u{1f600}',
	'\0',
	'\n',
	'\u202e',
	'*',
	'$',
	'!',
	'CON',
	'x'.repeat(100),
]
const name = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
const encoded = (text: string): string => text.split('/').map(encodeURIComponent).join('/')

test(
	'a file with any name is either refused or comes back under exactly that name',
	{ timeout: patience(180_000) },
	async () => {
		const property = fc.asyncProperty(name, fc.uint8Array({ minLength: 1, maxLength: 50 }), async (given, bytes) => {
			const headers = { 'content-type': 'text/plain', 'x-upsert': 'true' }
			const stored = await send(`object/files/${encoded(given)}`, { method: 'POST', body: bytes, headers })
			const text = await stored.text()
			expect([200, 400, 404], `answer: ${text}`).toContain(stored.status)
			if (stored.status !== 200) return
			const { Key: key } = JSON.parse(text) as { Key: string }
			const path = key.replace('files/', '')
			const read = await send(`object/files/${encoded(path)}`)
			expect([read.status, Buffer.from(await read.arrayBuffer()).equals(bytes)], `file: ${path}`).toEqual([200, true])
			const gone = await send('object/files', {
				method: 'DELETE',
				body: JSON.stringify({ prefixes: [path] }),
				headers: { 'content-type': 'application/json' },
			})
			expect(((await gone.json()) as { name: string }[]).map((one) => one.name)).toEqual([path])
		})
		await expect(fc.assert(property, runs(150))).resolves.toBeUndefined()
	},
)

// Cases found by random bodies.
test.each(['{"toString":[]}', '{"valueOf":1}', '[]', 'true', '"x"'])('a size limit of %s is refused', async (limit) => {
	const body = `{"id":"limited","name":"limited","file_size_limit":${limit}}`
	const made = await send('bucket', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
	expect(made.status).toBe(400)
})

const TYPES = [
	'image/png',
	'text/html',
	'text/plain',
	'image/svg+xml',
	'application/xhtml+xml',
	'text/xml',
	'application/javascript',
	'multipart/mixed',
	'x/y',
	'',
	' ',
	'/',
	';',
	',',
	'charset=utf-7',
	'text/',
	'/html',
	'TEXT/HTML',
	'"',
	'\t',
	'image',
	'*/*',
	'é',
]
const type = fc
	.array(fc.constantFrom(...TYPES, ';', ',', ' '), { minLength: 1, maxLength: 5 })
	.map((pieces) => pieces.join(''))
const HTML = '<!doctype html><script>alert(1)</script>'

test(
	'a file of any type is never answered in a form that a browser would run',
	{ timeout: patience(180_000) },
	async () => {
		const property = fc.asyncProperty(type, async (given) => {
			const headers = new Headers({ 'x-upsert': 'true' })
			try {
				headers.set('content-type', given)
			} catch {
				return
			}
			const stored = await send('object/files/page', { method: 'POST', body: HTML, headers })
			expect([200, 400, 415], `answer: ${await stored.text()}`).toContain(stored.status)
			if (stored.status !== 200) return
			for (const path of ['object/public/files/page', 'object/authenticated/files/page']) {
				const read = await send(path)
				await read.arrayBuffer()
				const sent = read.headers.get('content-type') ?? ''
				expect(sent).toMatch(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?charset=utf-8)?$/)
				expect(sent).not.toMatch(/html|(?<!svg\+)xml|script|multipart|css/)
				expect(read.headers.get('x-content-type-options')).toBe('nosniff')
				expect(read.headers.get('content-security-policy')).toContain('sandbox')
			}
		})
		await expect(fc.assert(property, runs(150))).resolves.toBeUndefined()
	},
)

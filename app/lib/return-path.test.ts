import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#backend/testing/property-runs.ts'
import { redirect } from './redirect.ts'
import { returnPath } from './return-path.ts'

const ORIGIN = 'https://zeitplatz.example'

describe('the way back', () => {
	it.each([
		'/',
		'/listings/anna?x=1#zeiten',
		'/admin/calendar?tag=2026-11-23',
		'/auth/einladung?s=a%2Fb',
		'/a/b?next=//x',
	])('leads to the page %s', (path) => expect(returnPath(path, '/home')).toBe(path))

	it.each([
		['//evil.example'],
		['///evil.example'],
		['/\\evil.example'],
		['\\\\evil.example'],
		['/.//evil.example'],
		['/..//evil.example'],
		['/a/..//evil.example'],
		['/%2e//evil.example'],
		['/%2e%2e//evil.example'],
		['/%2E%2e/%2e//evil.example'],
		['/a/%2e%2e//evil.example'],
		['/%2f/evil.example'],
		['/%2F%2Fevil.example'],
		['/%5cevil.example'],
		['/\t/evil.example'],
		['/\n/evil.example'],
		['/\r\nset-cookie:x=1'],
		['/\0/evil.example'],
		['/a\u0085b'],
		['https://evil.example'],
		['https:evil.example'],
		['https://zeitplatz.example@evil.example/'],
		['//zeitplatz.example@evil.example/'],
		['@evil.example'],
		['javascript:alert(1)'],
		['JaVaScRiPt:alert(1)'],
		['data:text/html,x'],
		[' /profile'],
		['profile'],
		[''],
		[`/${'a'.repeat(2_000)}`],
		['/auth/provider?dienst=google&verbinden=/profile'],
		['/AUTH/callback?code=x'],
		['/auth/v1/authorize?provider=google'],
		['/storage/v1/object/public/x/y.html'],
		['/functions/v1/x'],
		[null],
		[undefined],
		[5],
		[new File([], 'x')],
	])('refuses %j', (wish) => {
		expect(returnPath(wish, '/home')).toBe('/home')
	})

	const piece = fc.constantFrom(
		...['/', '\\', '.', '..', '%2e', '%2E', '%2f', '%5C', '\t', '\n', '\r', ' ', '@', ':', '?', '#', '//', '/.//'],
		...[
			'evil.example',
			'https:',
			'javascript:',
			'admin',
			'ä',
			'\u0000',
			'\u2028',
			'\ud800',
			'[',
			']',
			'|',
			';',
			'%',
			'%00',
		],
	)
	const wish = fc.oneof(
		fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
		fc.array(piece, { maxLength: 9 }).map((pieces) => `/${pieces.join('')}`),
		fc.string({ unit: 'binary' }),
		fc.webUrl({ withFragments: true, withQueryParameters: true }),
	)

	it('stays on this site, however it is read, and means the same when it is read again', () => {
		fc.assert(
			fc.property(wish, (text) => {
				const path = returnPath(text, '/home')
				for (const base of [ORIGIN, `${ORIGIN}/a/b?c#d`, 'http://localhost:3000/auth/callback']) {
					const url = new URL(path, base)
					expect(url.origin).toBe(new URL(base).origin)
					expect(url.pathname + url.search + url.hash).toBe(path)
				}
				expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
				expect(path.split(/[?#]/)[0]).not.toContain('//')
				expect(returnPath(path, '/home')).toBe(path)
			}),
			runs(5_000),
		)
	})

	it('checks every redirect', () => {
		expect(redirect('/profile').headers.get('location')).toBe('/profile')
		expect(redirect('/.//evil.example').headers.get('location')).toBe('/')
	})
})

import { expect, it } from 'vitest'
import { keptHereCookies, MOST_HERE, readKeptHere } from './kept-here.server.ts'

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const sent = (cookie: string): Request => new Request('https://zeitplatz.example/merkliste', { headers: { cookie } })

it('is read as it was written, on its own page alone, within what a cookie can hold', () => {
	const ids = Array.from({ length: MOST_HERE }, (_, index) => id(index))
	const cookies = keptHereCookies(ids)
	expect(cookies.map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1])).toEqual(['/merkliste', '/merkliste.data'])
	for (const cookie of cookies) expect(cookie.length).toBeLessThan(4_000)
	expect(readKeptHere(sent(`zeitplatz-theme=dark; ${cookies[0]?.split(';')[0]}`))).toEqual(ids)
})

it('is forgotten when nothing is left', () => {
	for (const cookie of keptHereCookies([])) expect(cookie).toContain('Max-Age=0')
})

it('passes over what is no list of ours', () => {
	const plain = id(1).replaceAll('-', '')
	for (const text of ['', 'x', '..', `${plain}0`, plain.slice(1), '%00', '<script>']) {
		expect(readKeptHere(sent(`zeitplatz-merkliste=${text}`))).toEqual([])
	}
	expect(readKeptHere(sent(`zeitplatz-merkliste=${plain}.${plain}.x`))).toEqual([id(1)])
	expect(readKeptHere(new Request('https://zeitplatz.example/merkliste'))).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { ALONE, HANDLES, IBANS, LINKS, MAILS, NUMBERS } from './masking-corpus.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

const GAP = '▮ nach der Buchung sichtbar'
const masked = async (text: string) => (await database.sql`select internal.masked(${text}) as text`)[0]?.text as string

test('the corpus has two hundred spellings and sixty texts that stay', () => {
	expect(new Set([...NUMBERS, ...MAILS, ...LINKS, ...HANDLES, ...IBANS]).size).toBeGreaterThanOrEqual(200)
	expect(new Set(ALONE).size).toBeGreaterThanOrEqual(60)
})

test.each([...NUMBERS, ...MAILS, ...LINKS, ...HANDLES, ...IBANS])('masked: %s', async (spelling) => {
	for (const [before, after] of [
		['', ''],
		['Bitte melden: ', ' Danke!'],
		['Erreichbar unter\n', '\nViele Grüße'],
	] as const) {
		const found = await masked(before + spelling + after)
		expect(found).toContain(GAP)
		expect(found.replaceAll(GAP, '')).not.toMatch(/\d{3}|example|mia/i)
		expect(found).toContain(before.slice(0, 5))
		expect(found.endsWith(after.slice(-4))).toBe(true)
	}
})

test.each(ALONE)('left as it is: %s', async (text) => {
	expect(await masked(text)).toBe(text)
})

test('what is masked once is not masked again', async () => {
	const once = await masked('Rufen Sie an: 0171 3920091, oder mia@example.org, gern 10:00–14:00.')
	expect(await masked(once)).toBe(once)
	expect(once).toBe(`Rufen Sie an: ${GAP}, oder ${GAP}, gern 10:00–14:00.`)
})

test.each([
	...[
		'a.',
		'1 ',
		'@',
		'0 ',
		'eins ',
		'(((((',
		'mia at ',
		'12.',
		'28.11.',
		'10, ',
		'9-',
		'DE89 ',
		'a@',
		'a@a.',
		'. ',
		'10 bis ',
		'ein und ',
		'0️⃣',
	],
	...['www ', 'insta ', '\uE010', '[at]', 'zwanzig ', 'a-', '_', '1.', 'PLZ 10115 ', 'o', 'l0', '     1'],
])('a thousand signs of %j take no time', async (part) => {
	const text = part.repeat(1000).slice(0, 1000)
	const begin = performance.now()
	for (let turn = 0; turn < 3; turn++) await masked(`${text}${turn}`)
	expect((performance.now() - begin) / 3).toBeLessThan(150)
})

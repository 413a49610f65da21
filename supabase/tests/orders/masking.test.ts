import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

const GAP = '▮ nach der Buchung sichtbar'
const masked = async (text: string) => (await database.sql`select internal.masked(${text}) as text`)[0]?.text as string

const NUMBERS = [
	...['0171 3920091', '0171/392 00 91', '+49 (0)171 3920091', '0049-171-392-0091', '(030) 123 45 67', '030.123.45.67'],
	...['0 1 7 1 3 9 2 0 0 9 1', '0171_392_0091', '0171|3920091', '0171 – 3920091', '01713920091', '1234567'],
	...[
		'０１７１ ３９２００９１',
		'0171*392*0091',
		'0171, 392, 0091',
		'0171:3920091',
		'+4917139 20091',
		'[0171] 3920091',
	],
	...[
		'null eins sieben eins drei neun zwei null',
		'Null-Eins-Sieben-Eins-3-9-2-0',
		'zero one seven one three nine two',
	],
	...['0171\u200b392\u200b0091', '0171\u00a0392\u00a00091', '0171~3920091', '0171+392+0091', '0171;3920091'],
]
const MAILS = ['mia@example.org', 'mia.muster+tag@sub.example.de', 'mia (at) example (dot) org', 'mia [at] example.de']
	.concat([
		'mia ät example punkt de',
		'mia at example dot com',
		'mia{at}example{punkt}de',
		'MIA@EXAMPLE.ORG',
		'mia @ example.org',
	])
	.concat(['mia(@)example.de', 'mia klammeraffe example punkt de', 'mia＠example.org', 'mia@\u200bexample.org'])
const LINKS = [
	'https://example.org/x',
	'http://example.org',
	'www.example.org',
	'www . example.org',
	'example.de',
	'salon-mia.berlin',
].concat([
	'example.de/termin?x=1',
	'salonmia punkt de',
	'salonmia [dot] com',
	'wa.me/49171',
	't.me/mia_m',
	'linktr.ee.link/mia',
])
const HANDLES = [
	'@mia.muster',
	'@ mia_m',
	'Insta: mia.muster',
	'Instagram = mia_m',
	'telegram: @mia',
	'whatsapp: miam',
	'Signal: mia.01',
	'TikTok:miam',
]
const IBANS = [
	'DE89 3704 0044 0532 0130 00',
	'DE89370400440532013000',
	'de89 3704 0044 0532 0130 00',
	'AT61 1904 3002 3457 3201',
]
const ALONE = [
	'Haare bis über die Schulter, Feier am Samstag um 12.30 Uhr.',
	'Zwischen 14 und 16 Uhr, 90,00 €, für 2 Personen.',
]
	.concat([
		'Am 28.11.2026 ab 9:00 Uhr',
		'Ich bin 1,80 m groß und 34 Jahre alt.',
		'10999 Berlin',
		'z.B. Balayage od. Strähnen, max. 120 €',
	])
	.concat([
		'Bitte kein Parfum (Allergie).',
		'Termin at home?',
		'10:00–14:00, auch 16:30 - 18:00 Uhr',
		'Sa. 28.11.2026 9:00 bis 12:30',
		'Wer kann am Wochenende?',
		'ca. 1-2 Std.',
	])

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

test('long and strange texts take no time', async () => {
	const begin = performance.now()
	for (const text of [
		'a.'.repeat(500),
		'1 '.repeat(3),
		'@'.repeat(1000),
		'0 '.repeat(500),
		'eins '.repeat(200),
		'((((('.repeat(200),
	])
		await masked(text)
	expect(performance.now() - begin).toBeLessThan(2000)
})

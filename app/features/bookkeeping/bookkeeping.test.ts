import { expect, test } from 'vitest'
import { accountNumbers } from './accounts.ts'
import { bookkeepingSchema } from './bookkeeping.form.ts'
import {
	type BookkeepingSettings,
	bookkeepingTyped,
	daysOf,
	monthText,
	readMonth,
	recentMonths,
} from './bookkeeping.ts'
import { bookingsFile } from './bookings.server.ts'

const SETTINGS: BookkeepingSettings = {
	...{ chart: '04', consultant: 29098, client: 55, year_begins: 7, revenue: '4401', provider_balance: '' },
	...{ prepaid: '', refunds_due: '', fee_income: '', provider_fee: '', disputed: '', bank: '', voucher_liability: '' },
}
const BOOKING = {
	...{ day: '2026-11-05', debit: '1460', credit: '3250', cents: 900, reference: 'ZP-1', text: 'x', test: false },
}

test('a month has its days, and lies in a year of the business', () => {
	expect(daysOf('2026-02', 1)).toEqual({ from: '2026-02-01', to: '2026-02-28', yearBegins: '2026-01-01' })
	expect(daysOf('2026-06', 7).yearBegins).toBe('2025-07-01')
	expect(daysOf('2026-12', 7)).toMatchObject({ to: '2026-12-31', yearBegins: '2026-07-01' })
	expect(recentMonths('2026-02-28').slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12'])
	expect(recentMonths('2026-02-28')).toHaveLength(13)
	expect(monthText('2026-03')).toBe('März 2026')
	expect(['2026-13', '2026-00', "2026-01'", null].map(readMonth)).toEqual([undefined, undefined, undefined, undefined])
})

test('an account is the one chosen, or the usual one', () => {
	const numbers = accountNumbers({ chart: '04', accounts: { revenue: '4401' } }, false)
	expect([numbers.revenue, numbers.prepaid, numbers.bank]).toEqual(['4401', '3250', '1800'])
	expect(accountNumbers({ chart: '03', accounts: {} }, true).revenue).toBe('8195')
})

test('numbers may be left empty, and what cannot be one is refused', () => {
	const typed = bookkeepingTyped(null)
	expect(bookkeepingSchema.parse(typed)).toMatchObject({ chart: '03', consultant: null, client: null, year_begins: 1 })
	const { error } = bookkeepingSchema.safeParse({ ...typed, consultant: '1000', client: '1e4', revenue: '84' })
	expect(error?.issues.map(({ path }) => path[0])).toEqual(['consultant', 'client', 'revenue'])
	expect(bookkeepingSchema.parse(bookkeepingTyped(SETTINGS))).toEqual(SETTINGS)
})

test('the file names its month; more rows than one takes come in a zip', async () => {
	const made = new Date('2026-11-30T23:05:06.007Z')
	const file = await bookingsFile(SETTINGS, '2026-11', [BOOKING], made)
	expect(file?.name).toBe('EXTF_Buchungsstapel_2026-11.csv')
	expect(new TextDecoder('windows-1252').decode(file?.content)).toMatch(
		/^"EXTF";700;21;"Buchungsstapel";13;20261201000506007;;"ZP";"";"";29098;55;20260701;4;20261101;20261130;"Zeitplatz November 2026"/,
	)
	const zipped = await bookingsFile(
		SETTINGS,
		'2026-11',
		Array.from({ length: 100_000 }, () => BOOKING),
		made,
	)
	expect(zipped?.name).toBe('EXTF_Buchungsstapel_2026-11.zip')
	expect(await bookingsFile({ ...SETTINGS, client: null }, '2026-11', [], made)).toBeNull()
})

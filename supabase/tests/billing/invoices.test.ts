import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../booking/salon.ts'
import { type Billing, instant, openBilling, SELLER } from './world.ts'

let salon: Billing
beforeAll(async () => {
	salon = await openBilling(12)
})
afterAll(() => salon.close())

test('a month is billed once: commission in arrears, the plan in advance, over both changes of the clock', async () => {
	const { ids } = salon
	expect(await salon.owner('book_plan', {}, instant('2026-12-20'))).toBe('2027-01-01')
	expect(await salon.owner('book_plan', {}, instant('2026-12-21'))).toBe('2027-01-01')
	await salon.closeMonth('2027-01-02')
	expect(await salon.invoices()).toHaveLength(0)
	await salon.closeMonth('2027-01-03')
	const [first] = await salon.invoices()
	expect(first).toMatchObject({
		...{ type: 380, number: 'ZP-2027-00001', kind: 'standard', state: 'issued', month: expect.anything() },
		...{ net_cents: 1800, vat_cents: 342, gross_cents: 2142, due_cents: 2142 },
		buyer: { name: 'Salon Löwe', street: 'Weg 1' },
		seller: SELLER,
	})
	expect(await salon.postings(String(first?.id))).toEqual(['receivable → plan_revenue 1800', 'receivable → vat 342'])
	// The last hour of March is in summer time already; the visit of the first hour of April waits for the next run.
	await salon.visit('2027-03-31', 'maerz@example.org', { cents: 10_000 })
	await salon.sql`update public.appointments set starts_at = ${instant('2027-03-31', '23:30')}, ends_at = ${instant('2027-03-31', '23:50')}
		where contact_email = 'maerz@example.org'`
	await salon.visit('2027-04-01', 'april@example.org', { cents: 10_000 })
	await salon.sql`update public.appointments set starts_at = ${instant('2027-04-01', '00:10')}, ends_at = ${instant('2027-04-01', '00:40')}
		where contact_email = 'april@example.org'`
	await salon.settle('2027-04-03')
	await salon.closeMonth('2027-04-03')
	await salon.closeMonth('2027-04-04')
	const bills = await salon.invoices()
	expect(bills).toHaveLength(2)
	const lines =
		await salon.sql`select text, net_cents from public.invoice_lines where invoice_id = ${bills[1]?.id} order by position`
	expect(lines).toEqual([
		{ text: 'Team-Plan April 2027, 2 Personen', net_cents: 1800 },
		{ text: 'Erster Besuch am 31.03.2027, 15 % von 100,00 €', net_cents: 1500 },
	])
	expect(await salon.postings(String(bills[1]?.id))).toEqual([
		...['receivable → plan_revenue 1800', 'receivable → commission_revenue 1500', 'receivable → vat 627'],
	])
	await salon.closeMonth('2027-11-03')
	expect((await salon.invoices()).at(-1)).toMatchObject({ net_cents: 3300, period_to: expect.anything() })
	// Nobody else has anything to pay.
	expect(await salon.invoices(ids.other)).toHaveLength(0)
	expect(await salon.drift()).toEqual([])
})

test('a plan is cancelled to the end of the month, and what was invoiced and waived comes back', async () => {
	expect(await salon.owner('cancel_plan', {}, instant('2027-11-20'))).toMatchObject({ ends_on: '2027-11-30' })
	expect(await salon.owner('cancel_plan', {}, instant('2027-11-21'))).toMatchObject({ ends_on: '2027-11-30' })
	await salon.visit('2027-11-22', 'gross@example.org', { cents: 30_000 })
	await salon.settle('2027-11-25')
	await salon.sql`update public.commission_items set state = 'waived' where state = 'invoiced' and day = '2027-03-31'`
	await salon.closeMonth('2027-12-03')
	const bill = (await salon.invoices()).at(-1)
	expect(bill).toMatchObject({ net_cents: 1000, vat_cents: 190 })
	const lines =
		await salon.sql`select kind, quantity, net_cents from public.invoice_lines where invoice_id = ${bill?.id} order by position`
	expect(lines).toEqual([
		{ kind: 'commission', quantity: 1, net_cents: 2500 },
		{ kind: 'refund', quantity: -1, net_cents: -1500 },
	])
	await salon.closeMonth('2028-01-03')
	expect((await salon.invoices()).at(-1)?.id).toBe(bill?.id)
	expect(await codeOf(salon.owner('cancel_plan', {}, instant('2028-01-05')))).toBe('plan_missing')
})

test('without the data an invoice needs it waits for the next run, and the owner is told', async () => {
	const { sql, ids, user } = salon
	await sql`delete from public.company_tax_data where company_id = ${ids.other}`
	await salon.visit('2028-01-10', 'fehlt@example.org', { company: ids.other })
	await salon.settle('2028-01-15')
	await salon.closeMonth('2028-02-03')
	await salon.closeMonth('2028-02-04')
	expect(await salon.invoices(ids.other)).toHaveLength(0)
	expect(await salon.call(user.foreigner, 'billing_tasks', { company: ids.other })).toMatchObject({
		data_missing: true,
	})
	expect(await sql`select from public.messages where kind = 'invoice_data_missing'`).toHaveLength(1)
	await sql`insert into public.company_tax_data (company_id, taxpayer) values (${ids.other}, 'firm')`
	await salon.closeMonth('2028-03-03')
	expect(await salon.invoices(ids.other)).toMatchObject([{ net_cents: 1500, number: 'ZP-2028-00001' }])
	expect(await salon.call(user.foreigner, 'billing_tasks', { company: ids.other })).toMatchObject({
		data_missing: false,
	})
})

test('a reversal is a new invoice below zero, once, and what it held is billed again', async () => {
	const { ids } = salon
	const [bill] = await salon.invoices(ids.other)
	const reverse = (invoice: unknown) =>
		salon.operate<string>('operator_reverse_invoice', { invoice, reason: 'Anschrift falsch' }, instant('2028-03-05'))
	const made = await reverse(bill?.id)
	expect(await salon.invoices(ids.other)).toMatchObject([
		{ state: 'reversed', gross_cents: 1785 },
		{
			id: made,
			type: 384,
			reverses: bill?.id,
			net_cents: -1500,
			vat_cents: -285,
			gross_cents: -1785,
			number: 'ZP-2028-00002',
		},
	])
	expect(await salon.postings(made)).toEqual(['commission_revenue → receivable 1500', 'vat → receivable 285'])
	expect(await codeOf(reverse(bill?.id))).toBe('already_reversed')
	expect(await codeOf(reverse(made))).toBe('wrong_state')
	await salon.closeMonth('2028-04-03')
	expect((await salon.invoices(ids.other)).at(-1)).toMatchObject({ type: 380, net_cents: 1500, state: 'issued' })
	const [job] = await salon
		.server<{ references: object }[]>('invoices_to_render', { limit: 1000 })
		.then((all) => all.filter(({ references }) => references))
	expect(job).toMatchObject({
		references: { number: bill?.number },
		lines: [{ quantity: -1, unit_cents: 1500, net_cents: -1500 }],
	})
	expect(await salon.drift()).toEqual([])
})

test('a transfer that names an invoice pays it; late invoices are reminded, then the listing is paused until they are paid', async () => {
	const { ids, sql, user } = salon
	const bill = (await salon.invoices(ids.other)).at(-1)
	const dun = (day: string) => salon.server<number>('run_dunning', { limit: 100 }, instant(day))
	const line = (ref: string, cents: number, text: string) => ({
		ref,
		on: '2028-06-01',
		cents,
		payer: 'Fremd GmbH',
		text,
	})
	const take = (lines: object[], now?: string) => salon.operate('operator_import_transfers', { lines }, now)
	const stateOf = async () =>
		(await sql`select state from public.locations where id = ${ids.foreignLocation}`)[0]?.state
	const late = async (day: string) => {
		await dun(day)
		return (await sql`select level from public.dunning_steps where invoice_id = ${bill?.id} order by level`).map(
			({ level }) => level,
		)
	}
	expect(await late('2028-04-30')).toEqual([])
	expect(await late('2028-05-01')).toEqual([1])
	expect(await late('2028-05-14')).toEqual([1])
	expect(await late('2028-05-15')).toEqual([1, 2])
	expect(await stateOf()).toBe('published')
	expect(await late('2028-05-29')).toEqual([1, 2, 3])
	expect(await stateOf()).toBe('paused')
	expect(await codeOf(salon.call(user.foreigner, 'publish_location', { location: ids.foreignLocation }))).toMatch(
		/invoice_unpaid|checklist_incomplete/,
	)
	expect(await codeOf(sql`update public.locations set state = 'published' where id = ${ids.foreignLocation}`)).toBe(
		'invoice_unpaid',
	)
	const number = String(bill?.number).toLowerCase().replaceAll('-', ' ')
	expect(await take([line('a', 1000, `RE ${number}`), line('b', 9999, 'Miete')])).toEqual({
		new: 2,
		known: 0,
		matched: 0,
	})
	expect(await take([line('c', 1785, `Rechnung ${number} danke`), line('b', 9999, 'Miete')])).toEqual({
		new: 1,
		known: 1,
		matched: 1,
	})
	expect((await salon.invoices(ids.other)).at(-1)).toMatchObject({ state: 'paid', paid_cents: 1785 })
	expect(await stateOf()).toBe('published')
	expect((await salon.postings(String(bill?.id))).at(-1)).toBe('platform_bank → receivable 1785')
	const money = await salon.operate<{ transfers: { id: string; text: string }[] }>('operator_money')
	expect(money.transfers.map(({ text }) => text).sort()).toEqual([`RE ${number}`, 'Miete'].sort())
	const rent = money.transfers.find(({ text }) => text === 'Miete')?.id
	await salon.operate('operator_match_transfer', { transfer: rent, number: '', reason: 'Gehört nicht zu uns' })
	expect(await codeOf(salon.operate('operator_match_transfer', { transfer: rent, number: '', reason: 'x' }))).toBe(
		'wrong_state',
	)
	for (const lines of [[{ ref: 'x' }], [line('', 5, '')], [line('x', -5, '')], { a: 1 }])
		expect(await codeOf(take(lines as object[]))).toBe('transfers_invalid')
	const open = (await salon.invoices()).find(({ state, type }) => state === 'issued' && type === 380)
	await salon.operate('operator_mark_paid', { invoice: open?.id, reason: 'Kontoauszug von Hand' })
	expect(await salon.drift()).toEqual([])
})

test('nobody changes or removes an invoice, not even the owner of the tables; its files are kept once', async () => {
	const { sql, user } = salon
	const refused = /append only|stays as it was written/
	for (const statement of [
		...[
			'update public.invoices set net_cents = net_cents + 1, gross_cents = gross_cents + 1, due_cents = due_cents + 1',
			"update public.invoices set buyer = '{}'",
		],
		...[
			"update public.invoices set state = 'issued' where state = 'reversed'",
			'delete from public.invoices',
			'truncate public.invoices cascade',
		],
		...['update public.invoice_lines set text = text', 'delete from public.invoice_lines'],
	]) {
		expect([statement, await codeOf(sql.unsafe(statement))]).toEqual([statement, expect.stringMatching(refused)])
		for (const role of ['anon', user.owner, 'service_role'])
			expect(await codeOf(salon.run(role, statement))).toMatch(/permission denied/)
	}
	const [bill] = await salon.invoices()
	const keep = (xml: string, more = {}) =>
		salon.server('keep_invoice_files', { invoice: bill?.id, xml, xml_sha256: 'a'.repeat(64), ...more })
	expect([await keep('<a/>'), await keep('<b/>'), await keep('<b/>', { pdf_path: 'x.pdf' })]).toEqual([
		true,
		false,
		true,
	])
	expect((await salon.invoices())[0]).toMatchObject({ xml: '<a/>', pdf_path: 'x.pdf' })
	expect(await codeOf(sql`update public.invoices set xml = 'x' where id = ${bill?.id}`)).toMatch(refused)
})

test('numbers have no gaps, though eight write at once and some roll back', async () => {
	const { sql } = salon
	const faults = new Set<string>()
	const taken = await Promise.all(
		Array.from({ length: 8 }, async (_, writer) => {
			const own: number[] = []
			for (let n = 0; n < 40; n++)
				await sql
					.begin(async (step) => {
						const [row] = await step`select internal.next_number('trial') as number`
						if ((n + writer) % 4 === 0) throw new Error('rolled back')
						own.push(Number(row?.number))
					})
					.catch((error: Error) => void faults.add(error.message))
			return own
		}),
	)
	expect([...faults]).toEqual(['rolled back'])
	const all = taken.flat().sort((a, b) => a - b)
	expect(all).toEqual(Array.from({ length: 240 }, (_, index) => index + 1))
	await sql`delete from public.number_series where name = 'trial'`
})

test.each([
	[SELLER, { vat_id: 'DE123456788' }, 'standard'],
	[SELLER, { vat_id: '' }, 'standard'],
	[SELLER, { vat_id: 'ATU12345678', country: 'AT' }, 'reverse_charge'],
	// A foreign id alone saves nobody the VAT of this country.
	[SELLER, { vat_id: 'ATU12345678', country: 'DE' }, 'standard'],
	[SELLER, { vat_id: 'CHE123456' }, 'standard'],
	[{ ...SELLER, small_business: true }, { vat_id: 'ATU12345678' }, 'small_business'],
])('who sells and who buys decides about VAT: %#', async (seller, buyer, kind) => {
	const [row] =
		await salon.sql`select internal.invoice_kind_of(${salon.sql.json(seller)}, ${salon.sql.json(buyer)}) as kind`
	expect(row?.kind).toBe(kind)
})

const vat = async (lines: [number, number][], gross: boolean) => {
	const said = lines.map(([cents, vat_percent]) => ({ cents, vat_category: 'S', vat_percent }))
	const [row] = await salon.sql`select internal.with_vat(${salon.sql.json(said)}, ${gross}) as sums`
	return row?.sums as {
		net: number[]
		vat: { net_cents: number; vat_cents: number; percent: number }[]
		gross_cents: number
	}
}

test('VAT is computed once for each rate, and net prices from gross ones are spread to the cent', async () => {
	// Line by line it would be 3 × 2 = 6.
	expect(
		await vat(
			[
				[10, 19],
				[10, 19],
				[10, 19],
			],
			false,
		),
	).toMatchObject({ net: [10, 10, 10], vat: [{ net_cents: 30, vat_cents: 6 }] })
	expect(
		await vat(
			[
				[13, 19],
				[13, 19],
				[13, 19],
			],
			false,
		),
	).toMatchObject({ vat: [{ vat_cents: 7 }], gross_cents: 46 })
	const mixed = await vat(
		[
			[1000, 19],
			[1000, 7],
			[333, 19],
			[333, 19],
		],
		true,
	)
	expect(mixed.gross_cents).toBe(2666)
	expect(mixed.vat.map(({ percent, net_cents, vat_cents }) => [percent, net_cents, vat_cents])).toEqual([
		[19, 1400, 266],
		[7, 935, 65],
	])
	expect(mixed.net).toEqual([840, 935, 280, 280])
	for (let cents = 1; cents < 400; cents += 3) {
		const {
			net,
			vat: rates,
			gross_cents,
		} = await vat(
			[
				[cents, 19],
				[cents + 1, 19],
				[cents, 7],
			],
			true,
		)
		expect(gross_cents).toBe(3 * cents + 1)
		expect(net.reduce((sum, one) => sum + one, 0)).toBe(rates.reduce((sum, one) => sum + one.net_cents, 0))
	}
})

test('a reward is set off against the invoice, and what is over against the next', async () => {
	const { sql, ids, user } = salon
	const [partner] =
		await sql`insert into internal.partners (company_id, code, terms_version, terms_accepted_at, joined_at)
		values (${ids.company}, 'CDFGHJKM', 1, now(), now()) returning id`
	const [referral] = await sql`insert into internal.referrals (partner_id, state, created_at, checked_at, decided_at)
		values (${partner?.id}, 'earned', now(), now(), now()) returning id`
	await salon.visit('2028-06-10', 'lohn-1@example.org', { cents: 100_000 })
	await salon.visit('2028-07-10', 'lohn-2@example.org', { cents: 100_000 })
	await salon.settle('2028-06-20')
	expect(await salon.call(user.owner, 'own_billing', { company: ids.company }, instant('2028-06-21'))).toMatchObject({
		credit_cents: 5000,
		next: { on: '2028-07-03', net_cents: 2500, vat_cents: 475, gross_cents: 2975 },
	})
	await salon.closeMonth('2028-07-03')
	const first = (await salon.invoices()).at(-1)
	expect(first).toMatchObject({ gross_cents: 2975, credit_cents: 2975, due_cents: 0, state: 'paid' })
	expect((await salon.postings(String(first?.id))).at(-1)).toBe('partner_cost → receivable 2975')
	expect(await sql`select state from internal.referrals where id = ${referral?.id}`).toEqual([{ state: 'paid' }])
	await salon.settle('2028-07-20')
	await salon.closeMonth('2028-08-03')
	const second = (await salon.invoices()).at(-1)
	expect(second).toMatchObject({ credit_cents: 2025, due_cents: 950, state: 'issued' })
	await salon.operate(
		'operator_reverse_invoice',
		{ invoice: second?.id, reason: 'Doppelt', again: false },
		instant('2028-08-04'),
	)
	expect(await salon.call(user.owner, 'own_billing', { company: ids.company }, instant('2028-08-05'))).toMatchObject({
		credit_cents: 2025,
	})
	expect(await salon.drift()).toEqual([])
})

test('a company that was billed leaves its invoices behind, one that was not leaves nothing', async () => {
	const { sql, ids } = salon
	const [idle] = await sql`insert into public.companies (name) values ('Nie berechnet') returning id`
	await sql`insert into public.billing_months (company_id, month, people, plan_cents) values (${idle?.id}, '2027-01-01', 1, 0)`
	await sql`insert into public.subscriptions (company_id, starts_on, booked_at) values (${idle?.id}, '2027-01-01', now())`
	const gone = [ids.other, String(idle?.id)]
	await sql`update public.companies set state = 'closed', goes_at = now() - interval '1 day' where id = any(${gone})`
	for (const company of gone)
		for (let round = 0; round < 20; round++)
			if ((await salon.server<number>('delete_company', { company })) === 0) break
	expect(await sql`select state from public.companies where id = any(${gone})`).toEqual([{ state: 'closed' }])
	expect((await salon.invoices(ids.other)).length).toBeGreaterThan(2)
	expect(await salon.drift()).toEqual([])
})

test('operators see what is open, the years against § 19, and the report for the tax authority', async () => {
	const money = await salon.operate('operator_money', {}, instant('2028-08-05'))
	expect(money).toMatchObject({ small_business: false, seller_gaps: [], limits: { last_year_cents: 2_500_000 } })
	const list = await salon.operate<{ rows: { number: string }[] }>('operator_invoices', { open: false })
	expect(list.rows.length).toBeGreaterThan(5)
	const report = await salon.operate<{ company: string; quarters: object[] }[]>('operator_tax_report', {
		year: 2027,
		reason: 'Meldung',
	})
	expect(report.find(({ company }) => company === 'Salon Löwe')?.quarters).toContainEqual({
		quarter: '2027-Q4',
		visits: 1,
		cents: 30_000,
		fees_cents: 2500,
	})
	await salon.sql`update internal.billing_settings set seller = seller || '{"small_business": true}'`
	await salon.server('check_billing', {}, instant('2028-08-05'))
	expect(await salon.sql`select from public.money_alerts where kind like 'small_business%'`).toHaveLength(0)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceOf } from '#app/features/billing/invoice-files.server.ts'
import { brokenRules } from '#app/features/invoices/invoice-rules.ts'
import { invoiceXml } from '#app/features/invoices/invoice-xml.server.ts'
import { openCents } from '#app/features/invoices/sums.ts'
import { codeOf } from '../booking/salon.ts'
import { type Billing, instant, openBilling } from './world.ts'

type Snapshot = { id: string; type: number; gross_cents: number; credit_cents: number }

let salon: Billing
beforeAll(async () => {
	salon = await openBilling(12)
	const { ids } = salon
	await salon.owner('book_plan', {}, instant('2026-12-20'))
	await salon.visit('2027-03-12', 'eins@example.org', { cents: 9_990 })
	await salon.visit('2027-03-13', 'fremd@example.org', { company: ids.other, cents: 3_330 })
	await salon.settle('2027-04-03')
	await salon.closeMonth('2027-04-03')
	const [bill] = await salon.invoices(ids.other)
	await salon.operate(
		'operator_reverse_invoice',
		{ invoice: bill?.id, reason: 'Anschrift falsch' },
		instant('2027-04-05'),
	)
})
afterAll(() => salon.close())

const waiting = () => salon.server<Snapshot[]>('invoices_to_render', { limit: 100 })

test('what was billed becomes an electronic invoice that breaks no rule, to the cent', async () => {
	const snapshots = await waiting()
	expect(snapshots.filter(({ type }) => type === 384)).toHaveLength(1)
	expect(snapshots).toHaveLength(3)
	for (const snapshot of snapshots) {
		const invoice = invoiceOf(snapshot)
		expect(brokenRules(await invoiceXml(invoice, 'zugferd'))).toEqual([])
		expect(openCents(invoice)).toBe(snapshot.gross_cents)
		expect(() => invoiceOf({ ...snapshot, gross_cents: snapshot.gross_cents + 1 })).toThrow('were billed')
	}
})

test('what is set off is no longer to be paid', async () => {
	const [snapshot] = await waiting()
	if (!snapshot) throw new Error('nothing is billed')
	for (const credit of [500, snapshot.gross_cents]) {
		const invoice = invoiceOf({ ...snapshot, credit_cents: credit })
		const xml = await invoiceXml(invoice, 'zugferd')
		expect(brokenRules(xml)).toEqual([])
		expect(xml).toContain(`<ram:TotalPrepaidAmount>${(credit / 100).toFixed(2)}</ram:TotalPrepaidAmount>`)
		expect(openCents(invoice)).toBe(snapshot.gross_cents - credit)
	}
})

test('a file is kept once, and nobody replaces it', async () => {
	const [first] = await waiting()
	const keep = (xml: string) =>
		salon.server<boolean>('keep_invoice_files', { invoice: first?.id, xml, xml_sha256: 'a'.repeat(64) })
	expect(await keep('<one/>')).toBe(true)
	expect(await keep('<two/>')).toBe(false)
	expect(await waiting()).toHaveLength(2)
	const [row] = await salon.sql`select xml from public.invoices where id = ${String(first?.id)}`
	expect(row?.xml).toBe('<one/>')
	expect(await codeOf(salon.sql`update public.invoices set xml = '<two/>' where id = ${String(first?.id)}`)).not.toBe(
		'no error',
	)
})

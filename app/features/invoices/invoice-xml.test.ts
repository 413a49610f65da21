import { Profile, validateXsd } from '@stackforge-eu/factur-x'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#backend/testing/property-runs.ts'
import type { Invoice, Vat } from './invoice.ts'
import { brokenRules } from './invoice-rules.ts'
import { invoiceXml, missingFor } from './invoice-xml.server.ts'
import { INVOICES } from './test-invoices.ts'

test.each(Object.entries(INVOICES))(
	'%s fits the official schema and the rules, in both formats',
	async (_, invoice) => {
		const zugferd = await invoiceXml(invoice, 'zugferd')
		expect((await validateXsd(zugferd, Profile.EN16931)).errors ?? []).toEqual([])
		expect(brokenRules(zugferd)).toEqual([])
		const xrechnung = await invoiceXml(invoice, 'xrechnung')
		expect((await validateXsd(xrechnung, Profile.EN16931)).errors ?? []).toEqual([])
		expect(brokenRules(xrechnung, true)).toEqual([])
	},
)

test('says who, what and why there is no VAT', async () => {
	const small = await invoiceXml(INVOICES.smallBusiness, 'zugferd')
	expect(small).toContain('<ram:ID>ZP-4711</ram:ID>')
	expect(small).toContain('<ram:ID schemeID="FC">13/456/78901</ram:ID>')
	expect(small).toContain('<ram:ExemptionReason>Steuerfrei als Leistung eines Kleinunternehmers nach § 19 UStG.')
	expect(small).toContain('<ram:TotalPrepaidAmount>15.00</ram:TotalPrepaidAmount><ram:DuePayableAmount>45.00<')
	const reverse = await invoiceXml(INVOICES.reverseCharge, 'zugferd')
	expect(reverse).toContain('<ram:ExemptionReasonCode>VATEX-EU-AE</ram:ExemptionReasonCode>')
	expect(reverse).toContain('<ram:BillingSpecifiedPeriod>')
	expect(await invoiceXml(INVOICES.standard, 'zugferd')).toContain('Müller &amp; Söhne &lt;GmbH&gt;')
})

test('a reversal names what it takes back', async () => {
	const xml = await invoiceXml(INVOICES.reversal, 'xrechnung')
	expect(xml).toContain('<ram:TypeCode>384</ram:TypeCode>')
	expect(xml).toMatch(/<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>SA-2026-000008</)
	expect(xml).toContain('<ram:GrandTotalAmount>-99.99</ram:GrandTotalAmount>')
	expect(xml).toContain('<ram:DuePayableAmount>0.00</ram:DuePayableAmount>')
})

test('what the format needs and the library does not ask for is named', async () => {
	const { standard, reverseCharge } = INVOICES
	const bare: Invoice = { ...standard, seller: { ...standard.seller, vat_id: '', id: '', tax_number: '', phone: '' } }
	expect(missingFor(bare, 'zugferd')).toEqual(['seller id (BR-CO-26)', 'seller tax number (BR-E-02)'])
	expect(missingFor(bare, 'xrechnung')).toContain('seller phone (BR-DE-6)')
	expect(missingFor({ ...standard, buyer: { ...standard.buyer!, reference: '' } }, 'xrechnung')).toEqual([
		'buyer reference (BR-DE-15)',
	])
	expect(missingFor({ ...reverseCharge, buyer: { ...reverseCharge.buyer!, vat_id: '' } }, 'zugferd')).toHaveLength(1)
	expect(missingFor({ ...standard, type: '384' }, 'zugferd')).toEqual(['preceding invoice (BR-DE-26)'])
	await expect(invoiceXml({ ...standard, buyer: null }, 'zugferd')).rejects.toThrow('lacks buyer')
})

test('the rules see what is wrong', async () => {
	const xml = await invoiceXml(INVOICES.mixed, 'zugferd')
	expect(brokenRules(xml.replace('<ram:GrandTotalAmount>99.99', '<ram:GrandTotalAmount>99.98'))).toEqual([
		'BR-CO-15',
		'BR-CO-16',
	])
	const schema = await validateXsd(xml.replace('<ram:TypeCode>380<', '<ram:Foo/><ram:TypeCode>380<'), Profile.EN16931)
	expect(schema.valid).toBe(false)
})

test('any amounts make an invoice that fits', async () => {
	const anyVat = fc.constantFrom<Vat>(
		...([19, 7] as const).map((percent) => ({ kind: 'standard' as const, percent })),
		{ kind: 'exempt', reason: '§ 4 Nr. 21 UStG' },
	)
	const anyLine = fc.record({
		...{ name: fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''), note: fc.string() },
		...{ quantity: fc.integer({ min: 1, max: 9 }), cents: fc.integer({ min: -5000, max: 90_000 }), vat: anyVat },
	})
	await fc.assert(
		fc.asyncProperty(
			fc.array(anyLine, { minLength: 1, maxLength: 12 }),
			fc.constantFrom('gross' as const, 'net' as const),
			async (lines, basis) => {
				const xml = await invoiceXml({ ...INVOICES.standard, lines, basis }, 'zugferd')
				expect(brokenRules(xml)).toEqual([])
			},
		),
		runs(60),
	)
})

import { extractXml } from '@stackforge-eu/factur-x'
import { expect, test } from 'vitest'
import { printable } from '#app/lib/pdf.server.ts'
import { giroCode } from './giro-code.ts'
import { invoicePdf } from './invoice-pdf.server.ts'
import { invoiceXml } from './invoice-xml.server.ts'
import { INVOICES } from './test-invoices.ts'

const MADE = new Date('2026-12-03T08:00:00Z')
const asText = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1')

test.each(Object.entries(INVOICES))('%s is an archived PDF with its XML in it', async (_, invoice) => {
	const xml = await invoiceXml(invoice, 'zugferd')
	const pdf = await invoicePdf(invoice, xml, MADE)
	expect(await extractXml(pdf)).toMatchObject({ xml, filename: 'factur-x.xml', profile: 'EN16931' })
	const text = asText(pdf)
	expect(text).toContain('<pdfaid:part>3</pdfaid:part>')
	expect(text).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
	expect(text).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>')
	expect(text).toContain('/AFRelationship /Alternative')
	expect(text).toContain('/Lang (de-DE)')
})

test('the metadata are XML whatever stands in the number', async () => {
	const pdf = await invoicePdf({ ...INVOICES.standard, number: 'A&B-1' }, null, MADE)
	const metadata = /<x:xmpmeta.*?<\/x:xmpmeta>/s.exec(asText(pdf))?.[0] ?? ''
	expect(metadata).toContain('A+B-1')
	expect(metadata).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/)
	// A consumer gets no data for computers.
	expect(metadata).not.toContain('factur-x')
})

test('many lines go over several pages', async () => {
	const pages = (pdf: Uint8Array): number => asText(pdf).match(/\/Type \/Page\b/g)?.length ?? 0
	expect(pages(await invoicePdf(INVOICES.long, null, MADE))).toBeGreaterThan(2)
	expect(pages(await invoicePdf(INVOICES.standard, null, MADE))).toBe(1)
})

test('no letter is left without a shape', async () => {
	expect(printable('Łódź, Йога, 美容 🌸\u0007')).toBe('Łódź, Йога, □□ □')
	const lines = [{ ...INVOICES.standard.lines[0]!, name: '美容 🌸 Łódź' }]
	expect((await invoicePdf({ ...INVOICES.standard, lines }, null, MADE)).length).toBeGreaterThan(1000)
})

test('a code for banking apps', () => {
	expect(
		giroCode({ holder: 'Anna\nBöhm', iban: 'DE89370400440532013000', cents: 8405, reference: 'SA-2026-000007' }),
	).toBe('BCD\n002\n1\nSCT\n\nAnna Böhm\nDE89370400440532013000\nEUR84.05\n\n\nSA-2026-000007')
})

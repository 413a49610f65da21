import { expect, test } from 'vitest'
import { notesOf, periodText } from './notes.ts'
import { INVOICES } from './test-invoices.ts'

test('says what the law asks for', () => {
	expect(notesOf(INVOICES.standard)).toEqual([
		'Bitte überweisen Sie den Betrag bis zum 17.12.2026. Geben Sie die Rechnungsnummer an.',
	])
	expect(notesOf(INVOICES.smallBusiness)).toEqual([
		'Steuerfrei als Leistung eines Kleinunternehmers nach § 19 UStG.',
		'15,00\u00A0€ wurden am 20.11.2026 online bezahlt. Der Rest von 45,00\u00A0€ war beim Termin zu zahlen.',
	])
	expect(notesOf(INVOICES.reverseCharge)[0]).toBe('Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).')
	expect(notesOf(INVOICES.mixed)).toEqual([
		'Steuerfrei: Heilbehandlung nach § 4 Nr. 14 Buchst. a UStG',
		'Am 01.12.2026 online bezahlt. Es ist nichts mehr zu zahlen.',
	])
	expect(notesOf(INVOICES.reversal)[0]).toBe(
		'Diese Stornorechnung hebt die Rechnung SA-2026-000008 vom 03.12.2026 auf.',
	)
	expect(notesOf(INVOICES.test)[0]).toMatch(/^TEST/)
})

test('a visit has a day, a month has two', () => {
	expect(periodText(INVOICES.standard.period)).toEqual({ label: 'Leistungsdatum', text: '02.12.2026' })
	expect(periodText(INVOICES.reverseCharge.period).text).toBe('01.11.2026 – 30.11.2026')
})

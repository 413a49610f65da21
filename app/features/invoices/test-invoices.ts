import { type Invoice, type InvoiceLine, reversalOf, type Vat } from './invoice.ts'

// Invoices for tests: one of each kind.

const STANDARD: Vat = { kind: 'standard', percent: 19 }
const lineOf = (name: string, cents: number, vat: Vat = STANDARD, quantity = 1): InvoiceLine => ({
	...{ name, note: '', quantity, cents, vat },
})

const full: Invoice = {
	...{ type: '380', form: 'full', number: 'SA-2026-000007', issued_on: '2026-12-03', basis: 'gross', test: false },
	period: { from: '2026-12-02', to: '2026-12-02' },
	seller: {
		...{ name: 'Salon Anna, Inh. Anna Böhm', street: 'Größestraße 12', postal_code: '10115', city: 'Berlin' },
		...{ country: 'DE', id: 'ZP-4711', vat_id: 'DE123456788', tax_number: '13/456/78901', register_entry: '' },
		...{ contact: 'Anna Böhm', email: 'anna@salon.example', phone: '+49 30 1234567' },
	},
	buyer: {
		...{ name: 'Müller & Söhne <GmbH>', street: 'Weg 3', postal_code: '10117', city: 'Berlin', country: 'DE' },
		...{ vat_id: '', email: 'rechnung@mueller.example', reference: '04011000-12345-67' },
	},
	lines: [lineOf('Damenhaarschnitt', 4500), lineOf('Tönung "Łódź"', 3900)],
	payment: { kind: 'transfer', iban: 'DE89370400440532013000', holder: 'Anna Böhm', due_on: '2026-12-17' },
	reverses: null,
}

const smallBusiness: Invoice = {
	...{ ...full, number: 'SB-2026-000001', seller: { ...full.seller, vat_id: '' } },
	lines: [lineOf('Massage', 6000, { kind: 'small_business' })],
	payment: { kind: 'paid', on: '2026-11-20', cents: 1500 },
}

const reverseCharge: Invoice = {
	...{ ...full, number: 'ZP-2026-000004', basis: 'net', period: { from: '2026-11-01', to: '2026-11-30' } },
	buyer: { ...full.buyer!, name: 'Kapsalon De Vries B.V.', city: 'Utrecht', country: 'NL', vat_id: 'NL123456789B01' },
	lines: [
		lineOf('Tarif Team, 3 Personen', 2700, { kind: 'reverse_charge' }, 3),
		lineOf('Vermittlung', 1999, { kind: 'reverse_charge' }, 2),
	],
}

const mixed: Invoice = {
	...{ ...full, number: 'SA-2026-000008' },
	lines: [
		lineOf('Kurs', 4999),
		lineOf('Buch zum Kurs', 1999, { kind: 'standard', percent: 7 }),
		lineOf('Krankengymnastik', 3001, { kind: 'exempt', reason: 'Heilbehandlung nach § 4 Nr. 14 Buchst. a UStG' }),
	],
	payment: { kind: 'paid', on: '2026-12-01', cents: 9999 },
}

/** Every kind, by its name. */
export const INVOICES = {
	...{ standard: full, smallBusiness, reverseCharge, mixed },
	reversal: reversalOf(mixed, { number: 'SA-2026-000009', issued_on: '2026-12-05' }),
	// Net 0.84 and 0.16 VAT do not fit the rate; computed from the net sum, the customer would pay a cent more or less.
	oneCent: {
		...full,
		number: 'SA-2026-000010',
		lines: [lineOf('Probe', 103), lineOf('Probe', 103), lineOf('Probe', 1)],
	},
	discount: { ...full, number: 'SA-2026-000011', lines: [lineOf('Farbe', 8990), lineOf('Nachlass', -899)] },
	test: { ...full, number: 'TEST-000001', test: true },
	long: {
		...{
			...full,
			number: 'SA-2026-000012',
			seller: {
				...full.seller,
				name: 'Institut für Wohlbefinden, Schönheit und ganzheitliche Körperpflege Böhm & Szymański Partnerschaftsgesellschaft',
			},
		},
		lines: Array.from({ length: 60 }, (_, n) =>
			lineOf(
				n % 7 === 0
					? `Ausführliche Beratung mit anschließender Behandlung und Nachsorge zu Hause, Folge ${n + 1}`
					: `Termin ${n + 1}`,
				1995 + n,
			),
		),
	},
} satisfies Record<string, Invoice>

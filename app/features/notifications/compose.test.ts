import { describe, expect, it } from 'vitest'
import { composeMail } from './compose.ts'
import type { AppointmentMessage, AppointmentPayload } from './payload.ts'

const payload: AppointmentPayload = {
	appointment_id: '7f1c2d3e-0000-4000-8000-000000000001',
	sequence: 0,
	state: 'confirmed',
	actor: 'customer',
	starts_at: '2026-11-27T16:30:00Z',
	ends_at: '2026-11-27T17:15:00Z',
	time_zone: 'Europe/Berlin',
	total_cents: 4500,
	created_at: '2026-11-21T09:00:00Z',
	cancellation_hours: 24,
	cancel_until: '2026-11-26T16:30:00Z',
	number: '7F1C-2D3E-0000',
	withdrawal: false,
	secret: false,
	note: 'Bitte <b>leise</b>',
	customer: { name: 'Mia & Söhne', email: 'mia@kundin.example', phone: '0171 3920001' },
	location: {
		...{ slug: 'salon-anna-berlin', name: 'Salon Anna', street: 'Oranienstraße 1', postal_code: '10999' },
		...{ city: 'Berlin', phone: '030 23125001', email: 'hallo@salon-anna.example' },
	},
	company: {
		...{ name: 'Salon Anna', legal_name: 'Anna Becker', representative: 'Anna Becker', street: 'Oranienstraße 1' },
		...{ postal_code: '10999', city: 'Berlin', email: 'anna@salon-anna.example', phone: '030 23125001' },
		small_business: false,
	},
	services: [
		{
			name: 'Damenhaarschnitt',
			employee: 'Elif',
			starts_at: '2026-11-27T16:30:00Z',
			ends_at: '2026-11-27T17:15:00Z',
			price_cents: 4500,
		},
	],
}
const message = (changes: Partial<AppointmentMessage>): AppointmentMessage => ({
	...{ id: 'm1', kind: 'appointment_confirmed', audience: 'customer', recipient: 'mia@kundin.example', payload },
	...changes,
})
const site = { siteUrl: 'https://zeitplatz.example', filesUrl: 'https://dateien.example' }
const options = { ...site, secret: 'geheim', now: new Date('2026-11-21T09:00:00Z') }

describe('composeMail', () => {
	it('tells the customer everything in the zone of the location, with the secret link and a calendar entry', () => {
		const mail = composeMail(message({}), options)
		expect(mail.subject).toBe('Ihr Termin am Fr., 27. Nov. 2026, 17:30 Uhr bei Salon Anna')
		expect(mail.text).toContain('https://zeitplatz.example/booking/7f1c2d3e-0000-4000-8000-000000000001?s=geheim')
		expect(mail.text).toContain('45,00\u00a0€')
		expect(mail.text).toContain('bis Do., 26. Nov. 2026, 17:30 Uhr kostenlos absagen')
		expect(mail.attachments?.[0]?.content).toContain('SEQUENCE:0')
	})

	it('says what was paid online and what is left, and that it is no invoice', () => {
		const paid = { paid_cents: 900, returned_cents: 0, later_cents: 3600, test: true }
		const { text } = composeMail(message({ payload: { ...payload, payment: paid } }), options)
		expect(text).toContain('9,00\u00a0€ (Testzahlung, es floss kein Geld)')
		expect(text).toContain('Dies ist eine Zahlungsbestätigung, keine Rechnung.')
		expect(text).toMatch(/Vor Ort zu zahlen:? *\n?.*36,00/)
		expect(text).not.toContain('zahlbar vor Ort')
		const lost = { ...payload, payment: { ...paid, returned_cents: 900, test: false } }
		const back = composeMail(message({ kind: 'appointment_not_booked', payload: lost }), options).text
		expect(back).toMatch(/Erstattung:? *\n?.*9,00/)
		expect(back).not.toContain('Vor Ort zu zahlen')
		expect(back).not.toContain('einbehalten')
		const late = { ...payload, payment: { ...paid, returned_cents: 500, kept_cents: 400 } }
		const { text: told } = composeMail(message({ kind: 'appointment_cancelled', payload: late }), options)
		expect(told).toMatch(/Für die späte Absage einbehalten:? *\n?.*4,00/)
		expect(told).toMatch(/Erstattung:? *\n?.*5,00/)
	})

	it('says what is to be paid after a request, and until when once the business has said yes', () => {
		const due = { cents: 900, later_cents: 3600, until: null, test: false }
		const asked = composeMail(message({ kind: 'appointment_requested', payload: { ...payload, due } }), options).text
		expect(asked).toMatch(/Nach der Zusage zu zahlen:? *\n?.*9,00/)
		expect(asked).not.toContain('zahlbar vor Ort')
		const until = '2026-11-22T09:00:00Z'
		const mail = composeMail(
			message({ kind: 'appointment_payment_due', payload: { ...payload, due: { ...due, until } } }),
			options,
		)
		expect(mail.subject).toBe('Bitte bezahlen: Ihr Termin am Fr., 27. Nov. 2026, 17:30 Uhr bei Salon Anna')
		expect(mail.text).toContain('bis So., 22. Nov. 2026, 10:00 Uhr')
		expect(mail.text).toContain('Ansehen und bezahlen:')
		expect(mail.attachments).toEqual([])
		const over = message({ kind: 'appointment_declined', payload: { ...payload, unpaid: true } })
		expect(composeMail(over, options).text).toContain('nicht rechtzeitig eingegangen')
		expect(composeMail({ ...over, audience: 'business' }, options).subject).toMatch(/^Nicht bezahlt: Mia/)
	})

	it('names the package, before the services', () => {
		const mail = composeMail(message({ payload: { ...payload, package_name: 'Rundum & schön' } }), options)
		expect(mail.text).toMatch(/Paket:? *\n?.*Rundum & schön[\s\S]*Leistung/)
		expect(mail.html).toContain('Rundum &amp; schön')
	})

	it('names all dates of a series, each with its link and its calendar entry', () => {
		const ids = ['7f1c2d3e-0000-4000-8000-000000000001', '7f1c2d3e-0000-4000-8000-000000000002']
		const dates = [
			['2027-03-26T16:30:00Z', '2027-03-26T17:15:00Z'],
			['2027-04-02T15:30:00Z', '2027-04-02T16:15:00Z'],
		] as const
		const series = dates.map(([starts_at, ends_at], place) => ({
			...{ appointment_id: ids[place]!, starts_at, ends_at, total_cents: 4500, sequence: place },
		}))
		const first = { ...payload, starts_at: dates[0][0], ends_at: dates[0][1], series }
		const mail = composeMail(message({ payload: first }), options)
		expect(mail.subject).toBe('Ihre 2 Termine bei Salon Anna ab Fr., 26. März 2027, 17:30 Uhr')
		expect(mail.text).toContain('Fr., 26. März 2027, 17:30 bis 18:15 Uhr')
		expect(mail.text).toContain('Fr., 2. Apr. 2027, 17:30 bis 18:15 Uhr')
		for (const id of ids) expect(mail.text).toContain(`https://zeitplatz.example/booking/${id}?s=geheim`)
		expect(mail.text).toContain('90,00\u00a0€')
		expect(mail.text).toContain('jeden Termin für sich bis 24 Stunden vorher kostenlos absagen')
		const files = mail.attachments?.map(({ filename, content }) => [filename, /UID:(\S+)@/.exec(content)?.[1]])
		expect(files).toEqual([
			['termin-1.ics', ids[0]],
			['termin-2.ics', ids[1]],
		])
		const off = composeMail(message({ kind: 'appointment_cancelled', payload: first }), options)
		expect(off.subject).toBe('Abgesagt: Ihre 2 Termine bei Salon Anna ab Fr., 26. März 2027, 17:30 Uhr')
		expect(off.attachments?.map(({ contentType }) => contentType)).toEqual(
			Array(2).fill('text/calendar; charset=utf-8; method=CANCEL'),
		)
	})

	it('names the new and the old dates of several that have moved', () => {
		const series = ['26', '27'].map((day) => ({
			...{ appointment_id: `7f1c2d3e-0000-4000-8000-0000000000${day}`, total_cents: 4500, sequence: 1 },
			...{ starts_at: `2027-01-${day}T16:30:00Z`, ends_at: `2027-01-${day}T17:15:00Z` },
			old_starts_at: `2027-01-${day}T15:30:00+00:00`,
		}))
		const told = (dates: typeof series) =>
			composeMail(
				message({ kind: 'appointment_rescheduled', payload: { ...payload, ...dates[0]!, series: dates } }),
				options,
			)
		const mail = told(series)
		expect(mail.subject).toBe('Verschoben: Ihre 2 Termine bei Salon Anna')
		expect(mail.text).toContain('Mi., 27. Jan. 2027, 17:30 bis 18:15 Uhr (bisher: Mi., 27. Jan. 2027, 16:30 Uhr)')
		expect(mail.text).toContain('https://zeitplatz.example/booking/7f1c2d3e-0000-4000-8000-000000000027?s=geheim')
		expect(mail.attachments).toHaveLength(2)
		const same = told(series.map((one) => ({ ...one, old_starts_at: one.starts_at })))
		expect(same.subject).toBe('Geändert: Ihre 2 Termine bei Salon Anna')
		expect(same.text).not.toContain('bisher')
	})

	it('does not call it a move when somebody else serves at the same time', () => {
		const given = { ...payload, old_starts_at: '2026-11-27T17:30:00+01:00' }
		const mail = composeMail(message({ kind: 'appointment_rescheduled', payload: given }), options)
		expect(mail.subject).toBe('Geändert: Ihr Termin am Fr., 27. Nov. 2026, 17:30 Uhr bei Salon Anna')
		expect(mail.text).toContain('die Zeit bleibt, Ihr Termin ist jetzt bei: Elif.')
		expect(mail.text).not.toMatch(/[Vv]erschoben|bisher/)
	})

	it('says that services or the end have changed, and who comes', () => {
		const [line] = payload.services
		const services = [{ ...line!, service_id: 'b' }]
		const told = (changes: object): string => {
			const given = { ...payload, services, old_starts_at: payload.starts_at, old_ends_at: payload.ends_at, ...changes }
			return composeMail(message({ kind: 'appointment_rescheduled', payload: given }), options).text
		}
		expect(told({ old_services: ['a'] })).toContain('der Beginn bleibt, die Leistungen sind jetzt andere.')
		expect(told({ old_services: ['b'], old_ends_at: '2026-11-27T17:40:00Z' })).toContain(
			'Ihr Termin dauert jetzt bis 18:15 Uhr',
		)
		expect(told({ old_services: ['b'] })).toContain('die Zeit bleibt')
		expect(told({ old_services: ['a'], old_starts_at: '2026-11-26T10:00:00Z' })).toContain(
			'Auch die Leistungen sind andere.',
		)
		expect(told({ for_name: 'Lena' })).toMatch(/Für\W+Lena/)
	})

	it('gives the customer, once, the instruction and model form when the contract can be withdrawn from', () => {
		const open = { ...payload, withdrawal: true }
		const { text, html } = composeMail(message({ payload: open }), options)
		expect(html).toContain('<a href="https://zeitplatz.example/vertrag-widerrufen"')
		for (const part of [text, html]) {
			expect(part).toContain('Widerrufsbelehrung')
			expect(part).toContain(
				'uns (Anna Becker, Oranienstraße 1, 10999 Berlin, Telefon 030 23125001, E-Mail anna@salon-anna.example)',
			)
			expect(part).toContain('Muster-Widerrufsformular')
			expect(part).toContain('7F1C-2D3E-0000')
		}
		const others = [
			{},
			{ payload: open, audience: 'business' },
			{ payload: open, kind: 'appointment_cancelled' },
		] as const
		for (const other of others) {
			const mail = composeMail(message(other), options)
			expect(mail.text + mail.html).not.toContain('Widerrufsbelehrung')
		}
	})

	it('says what the page says about VAT', () => {
		const company = { ...payload.company, small_business: true }
		for (const audience of ['customer', 'business'] as const) {
			const small = composeMail(message({ audience, payload: { ...payload, company } }), options)
			for (const part of [small.text, small.html]) {
				expect(part).toContain('45,00\u00a0€ ohne MwSt. nach § 19 UStG, zahlbar vor Ort')
				expect(part).not.toContain('inkl. MwSt.')
			}
			expect(composeMail(message({ audience }), options).text).toContain('45,00\u00a0€ inkl. MwSt., zahlbar vor Ort')
		}
	})

	it('gives the business the contact and never the customer’s link', () => {
		const mail = composeMail(message({ audience: 'business', recipient: 'anna@salon-anna.example' }), {
			...options,
			secret: undefined,
		})
		expect(mail.text).toContain('0171 3920001')
		expect(mail.text).not.toContain('geheim')
		expect(mail.text).toContain('/admin/appointment/')
	})

	it('shows the logo of the business to its customers, where there is one', () => {
		const logo_path = 'a/b.png'
		const withLogo = { ...payload, location: { ...payload.location, logo_path } }
		const address = 'https://dateien.example/storage/v1/object/public/location-images/a/b.png'
		expect(composeMail(message({ payload: withLogo }), options).html).toContain(address)
		expect(composeMail(message({ audience: 'business', payload: withLogo }), options).html).not.toContain('<img')
		expect(composeMail(message({}), options).html).not.toContain('<img')
	})

	it('escapes what people typed', () => {
		const mail = composeMail(message({ audience: 'business' }), options)
		expect(mail.html).toContain('Bitte &lt;b&gt;leise&lt;/b&gt;')
		expect(mail.html).toContain('Mia &amp; Söhne')
	})

	it('cancels the calendar entry with a higher sequence and names old and new time of a move', () => {
		const cancelled = composeMail(
			message({ kind: 'appointment_cancelled', payload: { ...payload, sequence: 2 } }),
			options,
		)
		expect(cancelled.attachments?.[0]?.content).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2/)
		const moved = composeMail(
			message({
				kind: 'appointment_rescheduled',
				payload: { ...payload, sequence: 1, old_starts_at: '2026-11-26T10:00:00Z' },
			}),
			options,
		)
		expect(moved.text).toContain('bisher: Do., 26. Nov. 2026, 11:00 Uhr')
	})

	it('attaches no calendar entry to appointments that were never agreed', () => {
		expect(composeMail(message({ kind: 'appointment_requested' }), options).attachments).toEqual([])
		expect(composeMail(message({ kind: 'appointment_declined' }), options).attachments).toEqual([])
	})

	it('tells the customer what they agreed to for an early start, after a booking and after a move', () => {
		const early_start = { text: 'Ich verlange es.', agreed_at: '2026-11-20T09:30:00Z' }
		const agreed = { ...payload, early_start }
		const said = '10:30 Uhr haben Sie erklärt: „Ich verlange es.“'
		for (const kind of ['appointment_confirmed', 'appointment_rescheduled'] as const) {
			const mail = composeMail(message({ kind, payload: agreed }), options)
			expect(mail.text).toContain(said)
			expect(mail.html).toContain(said)
			expect(composeMail(message({ kind, payload }), options).text).not.toContain('haben Sie erklärt')
			expect(composeMail(message({ kind, payload: agreed, audience: 'business' }), options).text).not.toContain(
				'haben Sie erklärt',
			)
		}
	})

	it('confirms a withdrawal with its time, and takes the entry out of the calendar only when the appointment is cancelled', () => {
		const declared = { ...payload, declared_at: '2026-11-27T09:15:00Z' }
		const late = composeMail(message({ kind: 'appointment_withdrawn', payload: declared }), options)
		expect(late.subject).toContain('Eingangsbestätigung: Ihr Widerruf')
		expect(late.text).toContain('Fr., 27. Nov. 2026, 10:15 Uhr durch Mia & Söhne')
		expect(late.text).toContain(
			'Sie haben am Fr., 27. Nov. 2026, um 10:15 Uhr den Vertrag über diesen Termin widerrufen.',
		)
		expect(late.attachments).toEqual([])
		const notice = composeMail(
			message({ kind: 'appointment_withdrawn', audience: 'business', payload: declared }),
			options,
		)
		expect(notice.text).toContain(
			'Mia & Söhne hat am Fr., 27. Nov. 2026, um 10:15 Uhr den Vertrag über diesen Termin widerrufen.',
		)
		const early = { ...declared, state: 'cancelled' }
		const cancelled = composeMail(message({ kind: 'appointment_withdrawn', payload: early }), options)
		expect(cancelled.attachments?.[0]?.content).toContain('METHOD:CANCEL')
	})

	it('offers to change only what can still be changed, and names a price only where there is one to pay', () => {
		const kinds = {
			...{
				appointment_confirmed: true,
				appointment_requested: true,
				appointment_rescheduled: true,
				appointment_kept: true,
			},
			...{ appointment_cancelled: false, appointment_declined: false, appointment_withdrawn: false },
			appointment_not_booked: false,
		}
		for (const [kind, changing] of Object.entries(kinds) as [AppointmentMessage['kind'], boolean][]) {
			const { text } = composeMail(message({ kind }), options)
			expect(text).toContain(changing ? 'Termin ansehen oder ändern:\n' : 'Termin ansehen:\n')
			expect(text.includes('zahlbar vor Ort')).toBe(changing)
		}
	})

	it('carries what the other side wrote, and changes nothing in the calendar', () => {
		const words = ['Darf mein Hund mit?', 'Er ist klein.']
		const asked = { kind: 'appointment_message', payload: { ...payload, words, note: 'Alt' } } as const
		const mail = composeMail(message({ ...asked, audience: 'business' }), options)
		expect(mail.subject).toBe('Nachricht: Mia & Söhne, Termin am Fr., 27. Nov. 2026, 17:30 Uhr')
		expect(mail.text).toContain('Nachricht: Darf mein Hund mit?\n')
		expect(mail.text).toContain('Er ist klein.')
		expect(mail.text).not.toMatch(/Alt|zahlbar/)
		expect(mail.attachments).toEqual([])
		const answered = composeMail(message({ kind: 'appointment_message', payload: { ...payload, words: [] } }), options)
		expect(answered.text).toContain('Salon Anna hat Ihnen zu Ihrem Termin geschrieben.')
		expect(answered.text).toContain('Ansehen und antworten:')
	})

	it('asks about another time with a page for each answer, and changes nothing in the calendar', () => {
		const proposal = {
			...{ starts_at: '2026-11-28T09:00:00Z', ends_at: '2026-11-28T09:45:00Z', answer_by: '2026-11-27T15:30:00Z' },
			...{ people: ['Ben'], away: 'Elif' },
		}
		const mail = composeMail(message({ kind: 'appointment_proposed', payload: { ...payload, proposal } }), options)
		expect(mail.subject).toBe('Bitte antworten: anderer Termin bei Salon Anna')
		for (const part of [
			'leider kann Elif Ihren Termin am Fr., 27. Nov. 2026, 17:30 Uhr nicht wahrnehmen.',
			'Vorschlag: Sa., 28. Nov. 2026, 10:00 bis 10:45 Uhr\n  bei Ben',
			'Reserviert bis: Fr., 27. Nov. 2026, 16:30 Uhr',
			'Bisher: Fr., 27. Nov. 2026, 17:30 bis 18:15 Uhr',
			`Passt:\nhttps://zeitplatz.example/booking/${payload.appointment_id}/vorschlag?s=geheim`,
			`Anderer Termin:\nhttps://zeitplatz.example/booking/${payload.appointment_id}/umbuchen?s=geheim`,
			`Absagen:\nhttps://zeitplatz.example/booking/${payload.appointment_id}/absagen?s=geheim`,
		])
			expect(mail.text).toContain(part)
		expect(mail.html).toContain('>Anderer Termin</a')
		expect(mail.attachments).toEqual([])
		const closed = { ...payload, proposal: { ...proposal, away: null } }
		expect(composeMail(message({ kind: 'appointment_proposed', payload: closed }), options).text).toContain(
			'leider bleibt Salon Anna zu Ihrem Termin am Fr., 27. Nov. 2026, 17:30 Uhr geschlossen.',
		)
		const kept = composeMail(message({ kind: 'appointment_kept' }), options)
		expect(kept.subject).toBe('Es bleibt dabei: Ihr Termin am Fr., 27. Nov. 2026, 17:30 Uhr bei Salon Anna')
		expect(kept.attachments).toEqual([])
	})

	it('breaks long addresses in every cell, so that no mail is wider than a phone', () => {
		const email = `${'a'.repeat(64)}@kundin.example`
		const customer = { ...payload.customer, email }
		const company = { ...payload.company, legal_name: 'x'.repeat(80) }
		for (const audience of ['customer', 'business'] as const) {
			const { html } = composeMail(message({ audience, payload: { ...payload, customer, company } }), options)
			for (const value of [audience === 'business' ? email : 'Oranienstraße 1', 'x'.repeat(80)]) {
				const cell = /<td[^>]*>(?!.*<td)/s.exec(html.slice(0, html.indexOf(value)))?.[0]
				expect(cell).toContain('overflow-wrap:anywhere')
			}
		}
	})

	it('uses one word for one thing', () => {
		const kinds = ['appointment_confirmed', 'appointment_rescheduled', 'appointment_withdrawn'] as const
		for (const audience of ['customer', 'business'] as const)
			for (const kind of kinds) {
				const { subject, text } = composeMail(message({ kind, audience }), options)
				expect(`${subject} ${text}`).not.toMatch(/verleg|empfangsbestätigung|kostenfrei/i)
			}
	})
})

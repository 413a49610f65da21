import { randomUUID } from 'node:crypto'
import { contactSchema } from '#app/features/booking/booking.form.ts'
import { demandFor, type Held } from '#app/features/booking/booking.ts'
import { readEarlyStart } from '#app/features/booking/confirm.server.ts'
import { orderButton, policyText } from '#app/features/booking/texts.ts'
import { formatPeriod } from '#app/features/booking/times.ts'
import { withdrawalTexts } from '#app/features/legal/withdrawal.ts'
import { formatDate, formatSoon, formatTime } from '#app/lib/dates.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { priceText, taxNote } from '#app/lib/money.ts'
import { paths } from '#app/lib/paths.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { AcceptErrors } from './accept-form.tsx'
import type { OfferTerms } from './request.contracts.ts'
import { acceptOffer, type OpenedRequest } from './request.server.ts'

/**
 * The page of an acceptance in finished words. @param siteUrl the address of the site, for the legal texts
 * @param byHand whether the business has yet to agree
 */
export function acceptanceOf(terms: OfferTerms, now: Date, siteUrl: string, byHand = false) {
	const { offer, location, company } = terms
	const zone = location.time_zone
	return {
		cents: offer.price_cents,
		key: randomUUID(),
		order: orderButton(offer.price_cents),
		contact: terms.contact,
		business: location.name,
		/** When the appointment is now that moves to this time. */
		replaces: terms.replaces
			? `${formatDate(terms.replaces, zone)}, ${formatTime(terms.replaces, zone)} Uhr`
			: undefined,
		until: `${formatSoon(offer.expires_at, zone, now)} Uhr`,
		text: offer.text,
		demand: demandFor(terms.early_start, terms.starts_at),
		review: {
			packageName: null,
			lines: terms.lines.map((line) => ({
				name: line.service_name,
				details: `${formatTime(line.starts_at, zone)} Uhr, bei ${line.employee_name}`,
				price: priceText(line.price_cents),
			})),
			when: formatPeriod(terms.starts_at, terms.ends_at, zone),
			business: location.name,
			address: `${location.street}, ${location.postal_code} ${location.city}`,
			legalName: company.legal_name || company.name,
			imprint: `${paths.listing(location.slug)}#impressum`,
			total: priceText(offer.price_cents),
			tax: taxNote(company),
			policy: policyText(terms.cancellation_hours, terms.cancel_until, zone, now),
			byHand: byHand && !terms.replaces,
			withdrawal: terms.withdrawal ? withdrawalTexts(siteUrl, company) : undefined,
		},
	}
}

type Accepted =
	| { booked: Held }
	| {
			code: string
			message: string
			errors: AcceptErrors
			values: { name: string; phone: string; note: string }
			agreed: string
	  }

/** Books what the form says; the fields to mend, or why it cannot be. */
export async function accept(
	opened: OpenedRequest,
	offer: string,
	position: number,
	form: FormData,
): Promise<Accepted> {
	const field = (name: string): string => textOf(form, name).replaceAll('\r\n', '\n').slice(0, 10_000)
	const values = { name: field('name'), phone: field('phone'), note: field('note') }
	const agreed = readEarlyStart(form)
	const refuse = (code: string, errors: AcceptErrors = {}, message = errorMessage(code)): Accepted => ({
		...{ code, message, errors, values, agreed },
	})
	const parsed = contactSchema.omit({ email: true }).safeParse(values)
	if (!parsed.success) {
		const errors: AcceptErrors = {}
		for (const { path, message } of parsed.error.issues) errors[path[0] as keyof AcceptErrors] ??= message
		return refuse('contact_invalid', errors)
	}
	const { name, phone, note = '' } = parsed.data
	const given = textOf(form, 'key')
	const cents = Number(textOf(form, 'cents'))
	const { data, error } = await acceptOffer(opened, {
		...{
			offer,
			position,
			cents: Number.isInteger(cents) ? cents : -1,
			contact: { name, phone, note },
			earlyStart: agreed,
		},
		key: isUuid(given) ? given : randomUUID(),
	})
	if (!error) return { booked: data }
	const code = errorCode(error)
	const wrong = /^(name|phone|note|early_start)_/.exec(code)?.[1] as keyof AcceptErrors | undefined
	return refuse(code, wrong ? { [wrong]: errorMessage(code) } : {}, errorMessage(error))
}

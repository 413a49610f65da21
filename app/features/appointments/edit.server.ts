import type { z } from 'zod'
import { movedContract } from '#app/features/booking/booking.contracts.ts'
import { againstTexts } from '#app/features/explain/explain.ts'
import { centsOf } from '#app/features/services/price.ts'
import type { Result } from '#app/features/shell/commands.server.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import type { Typed } from '#app/features/shell/edit.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { FOLLOWING, type FollowingQuestion } from '#app/lib/following.ts'
import { textOf } from '#app/lib/form.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice } from '#app/lib/money.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { type ForEdit, minutesOf } from './appointment.ts'
import type { Answered } from './edit-form.tsx'
import { readAgainst } from './appointments.commands.server.ts'
import { loadForEdit, type Location } from './appointments.queries.server.ts'
import { loadLastChange } from './last-change.queries.server.ts'
import { CHANGED } from './edit.ts'
import { changeFollowing } from './following.server.ts'
import { EDIT_LABELS, editSchema } from './edit.form.ts'
import { lineFault, linesOfText, linesText, readLines, settledLine, typedLines } from './edit-lines.ts'

type Member = { client: Client; location: Location }

/** What the form holds. */
export function editTyped({ appointment, internalNote }: Pick<ForEdit, 'appointment' | 'internalNote'>): Typed {
	const { contact_name: name, contact_email: email, contact_phone: phone, for_name, note, lines } = appointment
	return { name, for_name, email, phone, note, internal_note: internalNote, lines: linesText(typedLines(lines)) }
}

/**
 * Saves the form of an appointment. What is unusual about it is answered in `against`; sending the form again with its text in `wish` saves it anyway.
 * @param back address of the appointment
 * @throws a redirect there, with what becomes of the mail, when it is saved
 */
export async function submitChange(member: Member, id: string, typed: FormData, back: string): Promise<Answered> {
	const { client, location } = member
	const form = new FormData()
	for (const [name, value] of typed) if (!(name in LINE_FIELDS)) form.append(name, value)
	form.set('lines', linesText(readLines(typed)))
	let wish: string | undefined
	let question: FollowingQuestion | undefined
	let now: ForEdit['appointment'] | undefined
	const answer = await submitEdit(form, {
		...{
			schema: editSchema,
			back,
			labels: EDIT_LABELS,
			words: (name: string) => (name === 'lines' && now ? storedWords(now) : undefined),
		},
		last: () => loadLastChange(client, id),
		zone: location.time_zone,
		load: async () => {
			const found = await loadForEdit(client, location, id)
			now = found.appointment
			return { typed: editTyped(found), version: found.appointment.updated_at }
		},
		save: async (value, version, merged): Promise<Result | null> => {
			const stored = typedLines(now?.lines ?? [])
			const faults = linesOfText(value.lines).flatMap((line) => lineFault(line) ?? [])
			if (faults.length > 0) return { error: null, fields: { lines: faults } }
			const anyway = textOf(merged, 'intent') === 'anyway' && textOf(merged, 'wish') === value.lines
			const wished = { p_appointment: id, p_version: version, p_notify: null, ...wishOf(value, stored) }
			const saved = (notice: string, more = '') =>
				redirect(`${back}${back.includes('?') ? '&' : '?'}${CHANGED}=${notice}${more}`)
			const followed =
				merged.get(FOLLOWING) === 'ja' ? await changeFollowing(client, location, wished, merged) : undefined
			// Thrown, since the address tells the notice, which is only known now.
			if (followed && 'changed' in followed) throw saved(followed.notice, `&${FOLLOWING}=${followed.changed}`)
			if (followed && 'question' in followed) {
				question = followed.question
				return { error: null, fields: { [FOLLOWING]: [''] } }
			}
			const { data: changed, error } = followed
				? { data: null, error: followed.error }
				: await call(client, 'change_appointment', movedContract, { ...wished, p_anyway: anyway })
			if (changed) throw saved(changed.notice)
			const code = errorCode(error)
			if (code === 'edited_meanwhile') return null
			const against = againstTexts(readAgainst(error), location.time_zone)
			if (code === 'unusual_time') wish = value.lines
			const words =
				against.length > 0
					? against
					: [`${errorMessage(error)}${code === 'not_offered' && error.details ? ` (${error.details})` : ''}`]
			const field = FIELDS[code]
			return field ? { error: null, fields: { [field]: words } } : { error }
		},
	})
	if (answer instanceof Response) throw answer
	return { reply: answer.data.reply, wish, question }
}

const LINE_FIELDS = { origin: 1, service: 1, person: 1, minutes: 1, price: 1, room: 1 }

const FIELDS: Record<string, string> = {
	...{
		unusual_time: 'lines',
		slot_taken: 'lines',
		not_offered: 'lines',
		service_not_found: 'lines',
		event_fixed: 'lines',
		resource_not_found: 'lines',
	},
	...{ email_invalid: 'email', too_many_to_address: 'email', phone_invalid: 'phone', name_missing: 'name' },
}

/** "Schnitt, 45 Min., 45,00 €" for each line. */
function storedWords({ lines }: ForEdit['appointment']): string {
	return lines
		.toSorted((one, other) => one.position - other.position)
		.map((line) => `${line.service_name}, ${formatMinutes(minutesOf(line))}, ${formatPrice(line.price_cents)}`)
		.join(' und ')
}

/** The arguments of the verb; lines only if they were changed. */
function wishOf(value: z.output<typeof editSchema>, stored: ReturnType<typeof typedLines>) {
	const { lines, ...contact } = value
	const words = { p_contact: contact }
	if (lines === linesText(stored)) return words
	const wished = linesOfText(lines).map((line) =>
		settledLine(
			line,
			stored.find(({ origin }) => origin === line.origin),
		),
	)
	return {
		...words,
		p_services: wished.map(({ service }) => service),
		p_employees: wished.map(({ person }) => person || null),
		p_minutes: wished.map(({ minutes }) => (minutes ? Number(minutes) : null)),
		p_prices: wished.map(({ price }) => (price ? centsOf(price) : null)),
		p_origins: wished.map(({ origin }) => (origin ? Number(origin) : null)),
		p_resources: wished.map(({ room }) => room || null),
	}
}

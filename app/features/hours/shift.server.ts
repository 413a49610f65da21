import { z } from 'zod'
import { type Result, submit } from '#app/features/shell/commands.server.ts'
import { formatTime, momentText } from '#app/lib/dates.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { SEEN } from '#app/lib/seen.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { readTime, type Typed } from '#app/lib/typed-times.ts'
import { doubtOf } from './nonsense.ts'
import { standingOf } from './shift.ts'

const time = (read: (text: string) => Typed) =>
	z
		.string()
		.default('')
		.transform((text, context) => {
			const { value, fault } = read(text)
			if (fault) context.addIssue({ code: 'custom', message: fault })
			return value
		})

const schema = z.object({
	kind: z.enum(['times', 'free', 'usual']),
	starts: time((text) => readTime(text)),
	ends: time((text) => readTime(text, { ends: true })),
})

type Shift = { client: Client; person: string; day: string; zone: string; back: string }

/** The doubts of a shift. Each is answered by itself: `agreed` in the form names it with what it is about. */
const LONG = 'lang'
const OUTSIDE = 'außerhalb'

/**
 * Changes a person's shift of one local day. A nonsensical length, appointments outside of it, and what somebody else has changed of the day since
 * it was shown (`gesehen`) are named first, and saving all the same is asked for.
 */
export function saveShift({ client, person, day, zone, back }: Shift, form: FormData) {
	const agreed = form.getAll('agreed').map(String)
	return submit(form, schema, back, async ({ kind, starts, ends }): Promise<Result> => {
		const times = kind === 'times'
		if (times && !starts) return { error: null, fields: { starts: ['Bitte geben Sie den Beginn an.'] } }
		if (times && !ends) return { error: null, fields: { ends: ['Bitte geben Sie das Ende an.'] } }
		const last = ends === '00:00' ? '24:00' : ends
		const doubt = times ? doubtOf({ starts, ends: last }) : ''
		const long = `${LONG} ${starts}–${last}`
		if (doubt && !agreed.includes(long)) return { error: null, fields: { ends: [doubt], sure: [long] } }
		const staying = agreed.filter((one) => one.startsWith(`${OUTSIDE} `)).flatMap((one) => one.split(' ').slice(1))
		const { error } = await client.rpc('change_shift', {
			...{ p_employee: person, p_day: day, p_usual: kind === 'usual' },
			...(form.has(SEEN) && { p_seen: textOf(form, SEEN) }),
			...{ p_sure: staying.length > 0, p_agreed: staying.filter(isUuid) },
			...(times ? { p_starts: starts, p_ends: last } : {}),
		})
		if (!error) return { error }
		const code = errorCode(error)
		if (code === 'edited_meanwhile') return meanwhile(client, { person, day, zone }, error.details)
		if (code !== 'appointments_outside') return { error }
		const ids = (error.details ?? '').split(',')
		const sentence = `${errorMessage(error)} ${(await namesOf(client, ids, zone)).join('; ')}.`
		return { error: null, fields: { '': [sentence], sure: [`${OUTSIDE} ${ids.join(' ')}`] } }
	})
}

/** What somebody has made of the day, and its standing for whoever saves all the same. */
async function meanwhile(client: Client, { person, day, zone }: Omit<Shift, 'client' | 'back'>, at?: string | null) {
	const { times, standing } = await loadShift(client, person, day)
	const when = at ? momentText(new Date(at).toISOString(), zone, new Date()) : 'inzwischen'
	const sentence = `Jemand hat diese Schicht ${when} geändert: ${times || 'wieder wie sonst'}.`
	return { error: null, fields: { '': [sentence], stand: [standing] } }
}

/** What was changed about a person's shift of a day: in words, and to be compared. */
export async function loadShift(client: Client, person: string, day: string) {
	const { data } = await client
		.from('exceptions')
		.select('kind, starts_at, ends_at')
		.eq('employee_id', person)
		.eq('shift_day', day)
		.order('starts_at')
		.order('id')
		.limit(20)
	const rows = data ?? []
	const open = rows.filter(({ kind }) => kind === 'open')
	const times = open.map(({ starts_at, ends_at }) => `${starts_at.slice(11, 16)}–${ends_at.slice(11, 16)}`).join(', ')
	return {
		times: times || (rows.length > 0 ? 'frei' : ''),
		standing: standingOf(rows),
	}
}

/** "10:00 Mia Muster" for each of these appointments, 20 at most. */
async function namesOf(client: Client, ids: string[], zone: string): Promise<string[]> {
	const { data } = await client
		.from('shown_appointments')
		.select('starts_at, contact_name')
		.in('id', ids)
		.order('starts_at')
		.limit(20)
	return (data ?? []).map(
		({ starts_at, contact_name }) => `${formatTime(starts_at, zone)} ${contact_name || 'Reserviert'}`,
	)
}

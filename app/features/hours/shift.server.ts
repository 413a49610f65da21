import { z } from 'zod'
import { type Result, submit } from '#app/features/shell/commands.server.ts'
import { formatTime } from '#app/lib/dates.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { readTime, type Typed } from '#app/lib/typed-times.ts'
import { doubtOf } from './nonsense.ts'

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
	sure: z.string().optional(),
})

type Shift = { client: Client; person: string; day: string; zone: string; back: string }

/** Changes a person's shift of one local day; appointments outside of it are named first, and saving all the same is asked for. */
export function saveShift({ client, person, day, zone, back }: Shift, form: FormData) {
	return submit(form, schema, back, async ({ kind, starts, ends, sure }): Promise<Result> => {
		const times = kind === 'times'
		if (times && !starts) return { error: null, fields: { starts: ['Bitte geben Sie den Beginn an.'] } }
		if (times && !ends) return { error: null, fields: { ends: ['Bitte geben Sie das Ende an.'] } }
		const last = ends === '00:00' ? '24:00' : ends
		const doubt = times && !sure ? doubtOf({ starts, ends: last }) : ''
		if (doubt) return { error: null, fields: { ends: [doubt], sure: [doubt] } }
		const { error } = await client.rpc('change_shift', {
			...{ p_employee: person, p_day: day, p_usual: kind === 'usual', p_sure: sure === 'ja' },
			...(times ? { p_starts: starts, p_ends: last } : {}),
		})
		if (!error || errorCode(error) !== 'appointments_outside') return { error }
		const names = await namesOf(client, (error.details ?? '').split(','), zone)
		const sentence = `${errorMessage(error)} ${names.join('; ')}.`
		return { error: null, fields: { '': [sentence], sure: [sentence] } }
	})
}

/** "10:00 Mia Muster" for each of these appointments, 20 at most. */
async function namesOf(client: Client, ids: string[], zone: string): Promise<string[]> {
	const { data } = await client
		.from('appointments')
		.select('starts_at, contact_name')
		.in('id', ids)
		.order('starts_at')
		.limit(20)
	return (data ?? []).map(
		({ starts_at, contact_name }) => `${formatTime(starts_at, zone)} ${contact_name || 'Reserviert'}`,
	)
}

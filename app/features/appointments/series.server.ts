import type { z } from 'zod'
import { againstTexts } from '#app/features/explain/explain.ts'
import { call } from '#app/lib/contracts.server.ts'
import { formatDate, formatTime, localDate } from '#app/lib/dates.ts'
import { errorCode } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { NewAppointment } from './appointments.commands.server.ts'
import type { Location } from './appointments.queries.server.ts'
import { cancelledContract, seriesContract } from './series.contracts.ts'
import { decisionName, MOST_VISITS, type SeriesQuestion } from './series.ts'

type Rhythm = { weeks: number; count: number }
/** The appointments that were made, what has to be decided first, or the code of an error. */
export type SeriesAnswer = { ids: string[] } | { question: SeriesQuestion } | { code: string }

/** Books by hand every so many weeks; `form` has the decisions about single dates. All or nothing. */
export async function createSeries(
	client: Client,
	location: Location,
	wish: NewAppointment,
	rhythm: Rhythm,
	form: FormData,
): Promise<SeriesAnswer> {
	const of = [wish.start, rhythm.weeks, rhythm.count, wish.minutes ?? '', wish.person, ...wish.services].join(' ')
	const decided = decisionsIn(form, of)
	const answer = await call(client, 'create_series', seriesContract, {
		p_location: location.id,
		p_services: wish.services,
		p_starts_at: wish.start,
		p_weeks: rhythm.weeks,
		p_count: rhythm.count,
		p_employee: wish.person || null,
		p_contact: wish.contact,
		p_minutes: wish.minutes,
		p_note: wish.note,
		p_notify: wish.notify,
		p_idempotency_key: wish.key,
		...argumentsOf(decided),
	})
	return answerOf(answer, of, decided, location)
}

/** Makes more appointments like one, which is the first of `count`. */
export async function repeatAppointment(
	client: Client,
	location: Location,
	wish: { id: string; notify: boolean; key?: string },
	rhythm: Rhythm,
	form: FormData,
): Promise<SeriesAnswer> {
	const of = [wish.id, rhythm.weeks, rhythm.count].join(' ')
	const decided = decisionsIn(form, of)
	const answer = await call(client, 'repeat_appointment', seriesContract, {
		...{ p_appointment: wish.id, p_weeks: rhythm.weeks, p_count: rhythm.count },
		...{ p_notify: wish.notify, p_idempotency_key: wish.key },
		...argumentsOf(decided),
	})
	return answerOf(answer, of, decided, location)
}

/** Cancels an appointment and the later ones of its series. */
export function cancelFollowing(client: Client, id: string, reason: string) {
	return call(client, 'cancel_following', cancelledContract, { p_appointment: id, p_reason: reason })
}

/** What was decided about the dates of this series: `auslassen`, or `um` or `trotzdem` with an instant. */
function decisionsIn(form: FormData, of: string): Map<number, string> {
	const decided = new Map<number, string>()
	if (form.get('serie') !== of) return decided
	for (let turn = 1; turn <= MOST_VISITS; turn++) {
		const value = form.get(decisionName(turn))
		if (typeof value !== 'string') continue
		const [, start = ''] = /^(?:um|trotzdem) (\S+)$/.exec(value) ?? []
		if (value === 'auslassen' || !Number.isNaN(Date.parse(start))) decided.set(turn, value)
	}
	return decided
}

function argumentsOf(decided: Map<number, string>) {
	const all = [...decided].map(([turn, value]) => {
		const [what, start = ''] = value.split(' ')
		return { turn, what, start }
	})
	const moved = all.filter(({ start }) => start !== '')
	return {
		p_skipped: all.filter(({ what }) => what === 'auslassen').map(({ turn }) => turn),
		p_anyway: all.filter(({ what }) => what === 'trotzdem').map(({ turn }) => turn),
		p_moved: moved.map(({ turn }) => turn),
		p_moved_to: moved.map(({ start }) => new Date(start).toISOString()),
	}
}

type Called = Awaited<ReturnType<typeof call<typeof seriesContract>>>

function answerOf({ data, error }: Called, of: string, decided: Map<number, string>, location: Location): SeriesAnswer {
	if (error) return { code: errorCode(error) }
	if (data.conflicts.length === 0) return { ids: data.visits.map(({ id }) => id) }
	const asked = new Set(data.conflicts.map(({ turn }) => turn))
	return {
		question: {
			of,
			conflicts: data.conflicts.map((conflict) => conflictOf(conflict, location.time_zone)),
			decided: [...decided].filter(([turn]) => !asked.has(turn)),
		},
	}
}

type Conflict = z.output<typeof seriesContract>['conflicts'][number]

function conflictOf({ turn, starts_at, code, against, next }: Conflict, zone: string) {
	const label = (start: string): string => `${formatDate(start, zone)}, ${formatTime(start, zone)}`
	const sentences = againstTexts(against, zone)
	const sameDay = next && localDate(next, zone) === localDate(starts_at, zone)
	const free = next && (sameDay ? formatTime(next, zone) : label(next))
	return {
		turn,
		label: `${turn}. Termin: ${label(starts_at)}`,
		sentences:
			code === 'no_such_time'
				? ['Zur gewünschten Uhrzeit wird an diesem Tag die Uhr umgestellt.']
				: sentences.length > 0
					? sentences
					: ['Diese Zeit ist belegt.'],
		choices: [
			...(next ? [[`um ${new Date(next).toISOString()}`, `Nächste freie Zeit: ${free}`] as [string, string]] : []),
			['auslassen', 'Auslassen'] as [string, string],
			...(code === 'unusual_time'
				? [[`trotzdem ${new Date(starts_at).toISOString()}`, 'Trotzdem eintragen'] as [string, string]]
				: []),
		],
	}
}

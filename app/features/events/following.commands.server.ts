import type { z } from 'zod'
import { againstTexts } from '#app/features/explain/explain.ts'
import type { Result } from '#app/features/shell/commands.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode } from '#app/lib/errors.ts'
import { type FollowingQuestion, readFollowing, seenText } from '#app/lib/following.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import type { EventWish } from './event.form.ts'
import { eventTime } from './event.ts'
import { changeArguments, NO_SUCH_TIME, refusal } from './events.commands.server.ts'
import { loadSiblings } from './events.queries.server.ts'
import { changedEventsContract } from './following.contracts.ts'
import type { Sibling } from './following.ts'

type Location = { id: string; time_zone: string }
type Changed = { changed: number } | { question: FollowingQuestion } | { result: Result | null }

/** Changes an event that is still as it was read and the later ones of its series; `form` says which were seen and which are left out. */
export async function changeFollowing(
	client: Client,
	location: Location,
	event: { id: string; series: string | null; version: string },
	wish: EventWish,
	form: FormData,
): Promise<Changed> {
	const wished = changeArguments(location, event.id, event.version, wish)
	if (!wished) return { result: { error: null, fields: { from: [NO_SUCH_TIME] } } }
	const { later, versions, left } = readFollowing(form)
	const { data, error } = await call(client, 'change_following_events', changedEventsContract, {
		...{ ...wished, p_later: later, p_later_versions: versions, p_skipped: left },
	})
	if (error) return { result: errorCode(error) === 'edited_meanwhile' ? null : refusal(error) }
	if (data.conflicts.length === 0) return { changed: data.changed.length }
	const series = await loadSiblings(client, location, event.series)
	const dates = data.conflicts.map((conflict) => dateOf(conflict, series, location.time_zone))
	return { question: { dates, left, anyway: [], seen: seenText(series) } }
}

type Conflict = z.output<typeof changedEventsContract>['conflicts'][number]

function dateOf({ event_id: id, starts_at, code, against, least }: Conflict, series: Sibling[], zone: string) {
	const now = series.find((one) => one.id === id)
	const label = eventTime(now ?? { starts_at, ends_at: starts_at }, zone)
	const named = againstTexts(against, zone)
	const sentences = {
		slot_taken: named.length > 0 ? named : ['Die Person oder der Raum ist in dieser Zeit schon belegt.'],
		seats_taken: [`So viele Plätze sind schon vergeben: ${least ?? ''}.`],
		no_such_time: [NO_SUCH_TIME],
		event_times: ['Für diesen Tag geht die neue Zeit nicht.'],
		edited_meanwhile: ['Diesen Kurs hat jemand geändert, seit Sie die Seite geöffnet haben.'],
	}[code]
	return { id, label, sentences, leave: code !== 'edited_meanwhile' }
}

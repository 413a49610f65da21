import { againstTexts } from '#app/features/explain/explain.ts'
import { call } from '#app/lib/contracts.server.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import { CHANGED_SINCE, changedSinceText, type FollowingQuestion, readFollowing, seenText } from '#app/lib/following.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { type Outcome, readAgainst } from './appointments.commands.server.ts'
import { type Location, loadSeriesOf } from './appointments.queries.server.ts'
import {
	changedBackContract,
	changedFollowingContract,
	type Conflict,
	movedBackContract,
	movedFollowingContract,
	restoredContract,
} from './following.contracts.ts'
import { NOTICE_TEXTS, type Notice, PRICE_GONE } from './texts.ts'

type Asked = { question: FollowingQuestion } | { error: CodedError }
type Wish = { id: string; start: string; person?: string; notify?: string | null; reason: string; seen?: string[] }

const countText = (count: number, done: string): string =>
	count === 1 ? `Ein Termin der Serie ist ${done}.` : `${count} Termine der Serie sind ${done}.`

/** Moves an appointment and the later ones of its series; `form` says which were seen, are left out, or are moved although that is unusual. */
export async function moveFollowing(
	client: Client,
	location: Location,
	wish: Wish,
	form: FormData,
): Promise<{ message: string; back: Outcome['back'] } | Asked> {
	const { later, versions, left, anyway } = readFollowing(form)
	const { data, error } = await call(client, 'move_following', movedFollowingContract, {
		...{ p_appointment: wish.id, p_starts_at: wish.start, p_employee: wish.person, p_notify: wish.notify ?? null },
		...{ p_reason: wish.reason, p_seen: wish.seen, p_later: later, p_later_versions: versions },
		...{ p_skipped: left, p_anyway: anyway },
	})
	if (error) return { error }
	if (data.conflicts.length > 0) return asked(client, location, wish.id, data.conflicts, form)
	return {
		message: `${countText(data.moved.length, 'verschoben')}${NOTICE_TEXTS[data.notice]}`,
		back: data.moved.filter(({ was, now }) => was !== now),
	}
}

/** Changes an appointment and the later ones of its series. @param wished the arguments of `change_appointment` */
export async function changeFollowing(
	client: Client,
	location: Location,
	wished: { p_appointment: string },
	form: FormData,
): Promise<{ changed: number; notice: Notice } | Asked> {
	const { later, versions, left, anyway } = readFollowing(form)
	const { data, error } = await call(client, 'change_following', changedFollowingContract, {
		...{ ...wished, p_later: later, p_later_versions: versions, p_skipped: left, p_anyway: anyway },
	})
	if (error) return { error }
	if (data.conflicts.length > 0) return asked(client, location, wished.p_appointment, data.conflicts, form)
	return { changed: data.changed.length, notice: data.notice }
}

/** Takes back that an appointment and the later ones of its series were cancelled. */
export async function restoreFollowing(
	client: Client,
	location: Location,
	{ id, anyway }: { id: string; anyway: boolean },
	form: FormData,
): Promise<{ message: string } | Asked> {
	const { left } = readFollowing(form)
	const { data, error } = await call(client, 'restore_following', restoredContract, {
		...{ p_appointment: id, p_skipped: left, p_anyway: anyway },
	})
	if (error) return { error }
	if (data.conflicts.length > 0) return asked(client, location, id, data.conflicts, form)
	return { message: countText(data.restored, 'wieder bestätigt') }
}

/** The field with an appointment that was moved, where it stood and where it stands. */
export const STEP = 'schritt'

/** Moves back what was moved together, as far as nobody has moved it since. */
export async function moveBack(
	{ client, location }: { client: Client; location: Location },
	_id: string,
	form: FormData,
) {
	const steps = form.getAll(STEP).map((step) => (typeof step === 'string' ? step.split(';') : []))
	if (steps.length === 0 || !steps.every(([id = '']) => isUuid(id))) return answer(false, errorMessage('body_invalid'))
	const { data, error } = await call(client, 'move_back', movedBackContract, {
		p_visits: steps.map(([id]) => id),
		p_to: steps.map(([, was = '']) => was),
		p_seen: steps.map(([, , now = '']) => now),
	})
	if (error) return answer(false, taken(error, location) ?? errorMessage(error))
	const { moved, left } = data
	const done = moved === 0 ? 'Nichts ist zurückgenommen.' : countText(moved, 'wieder zur alten Zeit')
	return answer(moved > 0, `${done}${changedSinceText(left, 'verschoben')}`)
}

/** Takes back what was just changed together; `stand` is the version of this one that was seen since. What somebody has changed after it stays. */
export async function changeBack(
	{ client, location }: { client: Client; location: Location },
	id: string,
	form: FormData,
) {
	const { data, error } = await call(client, 'change_back', changedBackContract, {
		...{ p_appointment: id, p_version: textOf(form, 'stand') },
	})
	if (!error) {
		const notice = data.notice === 'waiting' ? NOTICE_TEXTS.waiting : ''
		return answer(
			true,
			`${countText(data.changed, 'wieder wie zuvor')}${changedSinceText(data.left, 'geändert')}${notice}`,
		)
	}
	const code = errorCode(error)
	if (code === 'edited_meanwhile') return answer(false, CHANGED_SINCE)
	if (code === 'not_allowed') return answer(false, PRICE_GONE)
	return answer(false, taken(error, location) ?? errorMessage(error))
}

const answer = (ok: boolean, message: string): Outcome => ({ ok, action: 'back', message, at: Date.now() })

function taken(error: CodedError, { time_zone: zone }: Location): string | undefined {
	const against = errorCode(error) === 'slot_taken' ? againstTexts(readAgainst(error), zone) : []
	return against.length > 0 ? `Die alte Zeit ist belegt. ${against.join(' ')}` : undefined
}

async function asked(
	client: Client,
	{ time_zone: zone }: Location,
	id: string,
	conflicts: Conflict[],
	form: FormData,
): Promise<{ question: FollowingQuestion }> {
	const { left, anyway } = readFollowing(form)
	const dates = conflicts.map((conflict) => ({
		id: conflict.id,
		label: `${formatDate(conflict.starts_at, zone)}, ${formatTime(conflict.starts_at, zone)}`,
		sentences: sentencesOf(conflict, zone),
		leave: conflict.code !== 'edited_meanwhile',
		unusual: conflict.code === 'unusual_time',
	}))
	return { question: { dates, left, anyway, seen: seenText(await loadSeriesOf(client, id)) } }
}

function sentencesOf({ code, against }: Conflict, zone: string): string[] {
	if (code === 'no_such_time') return ['Zur gewünschten Uhrzeit wird an diesem Tag die Uhr umgestellt.']
	if (code === 'other_services') return ['Dieser Termin hat andere Leistungen.']
	if (code === 'edited_meanwhile') return ['Diesen Termin hat jemand geändert, seit Sie die Seite geöffnet haben.']
	const named = againstTexts(against, zone)
	return named.length > 0 ? named : ['Diese Zeit ist belegt.']
}

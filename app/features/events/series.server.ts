import { standingAt } from '#app/features/blocks/blocks.queries.server.ts'
import { shortDay } from '#app/lib/dates.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { loadClosedDays } from './closed-days.queries.server.ts'
import { seriesDates } from './event.ts'
import type { NewEvent } from './event.form.ts'
import { makeEvent, newSeries, NO_SUCH_TIME, refusal, spanOn } from './events.commands.server.ts'

type Member = { client: Client; location: { id: string; time_zone: string } }

/** A date of a series, with what speaks against it; `possible`: it can be chosen all the same. */
export type SeriesDate = { date: string; label: string; against: string; possible: boolean; ticked: boolean }

/** What is shown before a series is made. `of` names what it was checked for, so that another wish is checked again. */
export type SeriesPreview = { of: string; dates: SeriesDate[]; message?: string }

/** What a preview holds for. */
export function wishKey({ employee_id, resource_id, day, from, to, weeks, count }: NewEvent): string {
	return [employee_id, resource_id ?? '', day, from, to, weeks, count].join(' ')
}

const hostOf = ({ employee_id }: NewEvent) => ({ employee_id, resource_id: null })

/** Checks each date of a series. @param ticked the dates to be ticked; without it those that nothing speaks against */
export async function previewSeries(member: Member, wish: NewEvent, ticked?: string[]): Promise<SeriesPreview> {
	const { client, location } = member
	const dates = seriesDates(wish.day, wish.weeks, wish.count)
	const closed = await loadClosedDays(client, location, wish.employee_id, dates[0] ?? '', dates.at(-1) ?? '')
	const rows: SeriesDate[] = []
	for (const date of dates) {
		const span = spanOn(wish, date, location.time_zone)
		const standing = span
			? await standingAt(client, location, { taker: hostOf(wish), ...span })
			: [NO_SUCH_TIME.replace(/\.$/, '')]
		const off = closed(date, wish.from, wish.to > wish.from ? wish.to : '24:00')
		const possible = standing.length === 0
		const against = possible ? off : span ? `da steht schon: ${standing.join('; ')}` : standing.join('')
		const chosen = ticked ? ticked.includes(date) : off === ''
		rows.push({ date, label: shortDay(date), against, possible, ticked: possible && chosen })
	}
	return { of: wishKey(wish), dates: rows }
}

/** Makes the chosen events; answers the first one's id, or what to show when some could not be made. */
export async function makeEvents(
	member: Member,
	wish: NewEvent,
	chosen: string[],
): Promise<{ id: string } | { preview: SeriesPreview } | { fields: Record<string, string[]> } | { error: string }> {
	const { client, location } = member
	const dates =
		wish.weeks > 0 ? seriesDates(wish.day, wish.weeks, wish.count).filter((date) => chosen.includes(date)) : [wish.day]
	const series = dates.length > 1 ? newSeries() : null
	const refused: string[] = []
	let first = ''
	for (const date of dates) {
		const span = spanOn(wish, date, location.time_zone)
		const made = span && (await makeEvent(client, location, wish, { date, series, ...span }))
		if (made && 'id' in made) first ||= made.id
		else if (made && errorCode(made.error) !== 'slot_taken') {
			const { fields } = refusal(made.error)
			return fields ? { fields } : { error: errorMessage(made.error) }
		} else if (wish.weeks === 0) {
			const names = span ? await standingAt(client, location, { taker: hostOf(wish), ...span }) : []
			const taken =
				names.length > 0
					? `Da steht schon: ${names.join('; ')}.`
					: 'Die Person oder der Raum ist in dieser Zeit schon belegt.'
			return { fields: { from: [span ? taken : NO_SUCH_TIME] } }
		} else refused.push(date)
	}
	if (refused.length === 0) return { id: first }
	const message = `${dates.length - refused.length} von ${dates.length} Kursen sind eingetragen. Nicht an diesen Tagen: ${refused.map(shortDay).join('; ')}.`
	return { preview: { ...(await previewSeries(member, wish, [])), message } }
}

import type { z } from 'zod'
import { formatSoon, formatTime, momentText } from '#app/lib/dates.ts'
import { movedMeanwhileContract, restoreDoubtfulContract } from './meanwhile.contracts.ts'

export type MovedMeanwhile = z.output<typeof movedMeanwhileContract>
type Who = { actor: MovedMeanwhile['actor']; by: string; at: string | null }

/** Reads the detail of `moved_meanwhile`; undefined for anything else. */
export function readMeanwhile(details: string | null | undefined): MovedMeanwhile | undefined {
	if (!details?.startsWith('{')) return undefined
	return movedMeanwhileContract.safeParse(JSON.parse(details)).data
}

/** Who did something and when: "Anna Löwe hat den Termin um 08:51 Uhr verschoben". */
export function didText({ actor, by, at }: Who, what: string, done: string, zone: string, now: Date): string {
	const who = by || (actor === 'customer' ? 'Die Kundin oder der Kunde' : 'Jemand')
	return `${who} hat ${what} ${at ? momentText(at, zone, now) : 'inzwischen'} ${done}`
}

/**
 * What has become of something since it was seen: "Anna Löwe hat den Termin um 08:51 Uhr auf heute 16:30 Uhr verschoben, bei Ben Kurz." as of `now`.
 * @param seen where it was seen (app/lib/seen.ts)
 */
export function meanwhileText(stands: MovedMeanwhile, seen: string[], zone: string, now: Date): string {
	const start = formatSoon(stands.starts_at, zone, now)
	const people = stands.people.join(' und ')
	if (stands.ends_at) {
		const where = `auf ${start}–${formatTime(stands.ends_at, zone)} Uhr gelegt`
		return `${didText(stands, 'die Sperrzeit', where, zone, now)}${people ? `, bei ${people}` : ''}.`
	}
	const stays = seen.some((one) => one.split(' ')[0] === stands.seen.split(' ')[0])
	if (stays && people) return `${didText(stands, 'den Termin', `an ${people} gegeben`, zone, now)}.`
	return `${didText(stands, 'den Termin', `auf ${start} Uhr verschoben`, zone, now)}${people ? `, bei ${people}` : ''}.`
}

/** What speaks against taking a cancellation back; undefined for any other detail. */
export function restoreText(details: string | null | undefined, zone: string, now: Date): string | undefined {
	if (!details?.startsWith('{')) return undefined
	const doubt = restoreDoubtfulContract.safeParse(JSON.parse(details)).data
	if (!doubt) return undefined
	const wanted = doubt.actor === 'customer' ? ' Bitte nehmen Sie das nur zurück, wenn er wieder gewünscht ist.' : ''
	const begun = doubt.begun ? ' Er hat schon begonnen.' : ''
	return `${didText(doubt, 'den Termin', 'abgesagt', zone, now)}.${wanted}${begun}`
}

import type { Enums } from '#app/database.types.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice } from '#app/lib/money.ts'
import type { State } from './appointment.ts'
import { STATE_NAMES } from './texts.ts'

export type HistoryEvent = {
	id: number
	at: string
	verb: string
	actor: Enums<'actor_kind'>
	to_state: State
	reason: string
	old_starts_at: string | null
	new_starts_at: string | null
	/** The member who did it; "" when it was somebody else or the account is gone. */
	name: string
	changes: Change[]
}

type LineWords = { service: string; employee: string; minutes: number; price_cents: number }
/** What a member has changed: the lines, the package that they no longer are, the room or device, or a text. */
export type Change =
	| { what: 'lines'; old: LineWords[]; new: LineWords[] }
	| {
			what: 'package' | 'resource' | 'name' | 'email' | 'phone' | 'note' | 'for_name' | 'internal_note'
			old: string
			new: string
	  }

type Bare = Omit<HistoryEvent, 'name' | 'changes'>

/** Events with what they changed and who it was. */
export function withChanges(
	events: Bare[],
	changes: { event_id: number; changes: Change[] }[],
	actors: { event_id: number; name: string }[],
): HistoryEvent[] {
	return events.map((event) => ({
		...event,
		name: actors.find(({ event_id }) => event_id === event.id)?.name ?? '',
		changes: changes.find(({ event_id }) => event_id === event.id)?.changes ?? [],
	}))
}

const VERBS: Record<string, string> = {
	create: 'Von Hand eingetragen',
	adopt: 'In das eigene Konto übernommen',
	cancel: 'Abgesagt',
	decline: 'Abgelehnt',
	expire: 'Verfallen',
	paid: 'Online gezahlt',
	abandon: 'Zahlung abgebrochen',
	complete: 'Als wahrgenommen vermerkt',
	no_show: 'Als nicht erschienen vermerkt',
	reopen: 'Ergebnis zurückgenommen',
	restore: 'Absage zurückgenommen',
	arrive: 'Angekommen',
	not_arrived: '„Angekommen“ zurückgenommen',
	change: 'Geändert',
	edit: 'Geändert',
	withdraw: 'Widerruf erklärt',
}

/** An event in words, without its actor: "Verschoben von Sa., 21. Nov. 2026, 10:00 auf …". */
export function eventText(event: HistoryEvent, zone: string): string {
	const moment = (instant: string): string => `${formatDate(instant, zone)}, ${formatTime(instant, zone)}`
	if (event.verb === 'reschedule' && event.old_starts_at && event.new_starts_at) {
		if (Date.parse(event.old_starts_at) === Date.parse(event.new_starts_at)) return 'An eine andere Person gegeben'
		return `Verschoben von ${moment(event.old_starts_at)} auf ${moment(event.new_starts_at)}`
	}
	if (event.verb === 'confirm') {
		if (event.to_state === 'requested') return 'Angefragt'
		if (event.to_state === 'awaiting_payment')
			return event.actor === 'business' ? 'Zugesagt, wartet auf die Zahlung' : 'Ausgewählt, wartet auf die Zahlung'
		return event.actor === 'business' ? 'Bestätigt' : 'Gebucht'
	}
	return VERBS[event.verb] ?? STATE_NAMES[event.to_state]
}

const ACTORS: Record<HistoryEvent['actor'], string> = { customer: 'Kund:in', business: 'Team', system: 'Zeitplatz' }

/** Who it was: a member by name. */
export function actorText({ actor, name }: Pick<HistoryEvent, 'actor' | 'name'>): string {
	return name || ACTORS[actor]
}

const CHANGED: Record<Exclude<Change['what'], 'lines'>, string> = {
	...{
		package: 'Paket',
		resource: 'Raum oder Gerät',
		name: 'Name',
		email: 'E-Mail',
		phone: 'Telefon',
		note: 'Nachricht',
		for_name: 'Kommt',
		internal_note: 'Interne Notiz',
	},
}

/** "Telefon: 030 1 → 030 2"; of the lines one text for each that is not as before. */
export function changeTexts(change: Change): string[] {
	if (change.what !== 'lines') return [`${CHANGED[change.what]}: ${change.old || '–'} → ${change.new || '–'}`]
	const [before, after] = [change.old.map(lineText), change.new.map(lineText)]
	if (before.length !== after.length) return [`${before.join(' und ')} → ${after.join(' und ')}`]
	return before.flatMap((text, index) => (text === after[index] ? [] : [`${text} → ${after[index]}`]))
}

const lineText = ({ service, employee, minutes, price_cents }: LineWords): string =>
	`${service}, ${formatMinutes(minutes)}, ${employee}, ${formatPrice(price_cents)}`

import type { Enums } from '#app/database.types.ts'
import type { Typed } from '#app/features/shell/edit.ts'

/** How a location lets itself be booked: minutes, days and hours as the database keeps them. */
export type BookingRules = {
	notice_minutes: number
	horizon_days: number
	grid_minutes: number
	hold_minutes: number
	cancellation_hours: number
	/** How many times may be held at once for offers to search orders. */
	offer_holds: number
	confirms_by_hand: boolean
	/** Whether customers hear of moves by the business. */
	move_notice: Enums<'move_notice'>
	/** Whether people of the team enter their own absences. */
	staff_absence: Enums<'staff_absence'>
	/** Who offers free times to those who wait. */
	waitlist: Enums<'waitlist_mode'>
}

export const MOVE_NOTICES: Record<Enums<'move_notice'>, string> = {
	ask: 'nur auf Knopfdruck',
	always: 'immer',
	never: 'nie von selbst',
}

export const STAFF_ABSENCES: Record<Enums<'staff_absence'>, string> = {
	not: 'nein',
	allowed: 'ja, sie gilt sofort',
}

export const WAITLIST_MODES: Record<Enums<'waitlist_mode'>, string> = {
	automatic: 'von selbst, der Reihe nach',
	by_hand: 'wir bieten sie selbst an',
	off: 'gar nicht, wir haben keine Warteliste',
}

type Numbers = Exclude<keyof BookingRules, 'confirms_by_hand' | 'move_notice' | 'staff_absence' | 'waitlist'>
export type Choice = {
	name: Numbers
	question: string
	hint: string
	usual: number[]
	words: (value: number) => string
}

const HOUR = 60
const DAY = 24 * HOUR

/** Each rule as a question with its usual answers. */
export const CHOICES: Choice[] = [
	{
		name: 'notice_minutes',
		question: 'Wie kurz vorher kann gebucht werden?',
		hint: 'So viel Zeit bleibt Ihnen mindestens bis zum Termin.',
		usual: [0, 15, 30, 45, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY],
		words: (minutes) => (minutes === 0 ? 'bis zum Beginn' : `bis ${span(minutes)} vorher`),
	},
	{
		name: 'horizon_days',
		question: 'Wie weit im Voraus kann gebucht werden?',
		hint: 'Spätere Tage zeigt Ihre Seite noch nicht.',
		usual: [0, 7, 14, 21, 30, 45, 60, 90, 120, 180, 270, 365, 730],
		words: (days) => (days === 0 ? 'nur am selben Tag' : days === 1 ? '1 Tag' : `${days} Tage`),
	},
	{
		name: 'grid_minutes',
		question: 'In welchem Abstand beginnen Termine?',
		hint: 'Bei 15 Minuten: 9:00, 9:15, 9:30 und so weiter.',
		usual: [5, 10, 15, 20, 30, 45, 60, 90, 120],
		words: (minutes) => `alle ${span(minutes)}`,
	},
	{
		name: 'hold_minutes',
		question: 'Wie lange bleibt eine gewählte Zeit reserviert?',
		hint: 'Während jemand Namen und Adresse eingibt.',
		usual: [5, 10, 15, 20, 30, 45, 60],
		words: span,
	},
	{
		name: 'cancellation_hours',
		question: 'Bis wann kann man kostenlos absagen oder verschieben?',
		hint: 'Danach müssen sich Ihre Kund:innen bei Ihnen melden.',
		usual: [0, 1, 2, 3, 4, 6, 12, 24, 36, 48, 72, 96, 168, 336],
		words: (hours) => (hours === 0 ? 'bis zum Beginn' : `bis ${span(hours * HOUR)} vorher`),
	},
	{
		name: 'offer_holds',
		question: 'Wie viele Zeiten dürfen für Angebote reserviert sein?',
		hint: 'Zugleich, für alle Suchaufträge zusammen. So lange sind sie online nicht buchbar.',
		usual: [0, 2, 4, 6, 8, 10, 12, 16, 20],
		words: (times) =>
			times === 0 ? 'keine, wir senden keine Angebote' : times === 1 ? 'eine Zeit' : `${times} Zeiten`,
	},
]

/** The answers that a rule offers, in words: the usual ones and what is stored. */
export function answersTo({ usual, words }: Choice, stored: number): [value: string, words: string][] {
	const values = [...new Set([...usual, stored])].toSorted((one, other) => one - other)
	return values.map((value) => [String(value), words(value)])
}

export const MOVE_QUESTION = 'Hören Ihre Kund:innen davon, wenn Sie einen Termin verschieben?'

export const ABSENCE_QUESTION = 'Darf das Team die eigene Abwesenheit eintragen?'

export const WAITLIST_QUESTION = 'Wie kommen freie Zeiten zu denen, die warten?'

/** The questions of the form by the name of their field. */
export const RULE_LABELS: Record<string, string> = {
	...Object.fromEntries(CHOICES.map(({ name, question }) => [name, question])),
	...{ confirms_by_hand: 'Termine selbst bestätigen', move_notice: MOVE_QUESTION },
	...{ staff_absence: ABSENCE_QUESTION, waitlist: WAITLIST_QUESTION },
}

/** What the form of the rules holds. */
export function rulesTyped(rules: BookingRules): Typed {
	const numbers = CHOICES.map(({ name }) => [name, String(rules[name])])
	return {
		...(Object.fromEntries(numbers) as Record<string, string>),
		...{ confirms_by_hand: rules.confirms_by_hand ? 'on' : '', move_notice: rules.move_notice },
		...{ staff_absence: rules.staff_absence, waitlist: rules.waitlist },
	}
}

/** A stored answer in words. */
export function ruleWords(name: string, text: string): string | undefined {
	if (name === 'confirms_by_hand') return text === 'on' ? 'ja' : 'nein'
	if (name === 'move_notice') return MOVE_NOTICES[text as BookingRules['move_notice']]
	if (name === 'staff_absence') return STAFF_ABSENCES[text as BookingRules['staff_absence']]
	if (name === 'waitlist') return WAITLIST_MODES[text as BookingRules['waitlist']]
	return CHOICES.find((choice) => choice.name === name)?.words(Number(text))
}

/** "45 Minuten", "1 Stunde 30 Minuten", "2 Tage"; a single day is 24 hours, as the rule counts it. @param minutes more than 0 */
function span(minutes: number): string {
	if (minutes > DAY && minutes % DAY === 0) return `${minutes / DAY} Tage`
	const parts = [count(Math.floor(minutes / HOUR), 'Stunde'), count(minutes % HOUR, 'Minute')]
	return parts.filter(Boolean).join(' ')
}

const count = (number: number, word: string): string =>
	number === 0 ? '' : `${number} ${word}${number === 1 ? '' : 'n'}`

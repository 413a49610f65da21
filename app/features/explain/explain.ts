import { formatDate, formatTime, localDate, localTime } from '#app/lib/dates.ts'
import type { Against, Reason, Reserved } from './explain.contracts.ts'

export type { Reason } from './explain.contracts.ts'

export type Answer = { employee: string; name: string; bookable: boolean; reasons: Reason[] }

/** The question and its answers; `answers` is null when nothing was asked yet or the time does not exist. */
export type Explanation = {
	services: string[]
	/** The day and time that are asked about, YYYY-MM-DD and HH:MM, or what was typed instead. */
	day: string
	time: string
	/** Today's date at the location. */
	today: string
	/** What is wrong with the typed day or time. */
	faults?: { day?: string; time?: string }
	answers: Answer[] | null
	/** Why there are no answers although something was asked. */
	fault?: string
}

/** One sentence, polite and complete. */
export function reasonText(reason: Reason, zone: string): string {
	const period = periodOf(reason, zone)
	switch (reason.reason) {
		case 'not_offered':
			return 'Bietet diese Leistung nicht an.'
		case 'inactive':
			return 'Ist zurzeit nicht buchbar geschaltet.'
		case 'by_phone':
			return 'Diese Leistung ist nur telefonisch buchbar.'
		case 'addon_alone':
			return 'Der Zusatz ist nur zusammen mit einer passenden Leistung buchbar.'
		case 'closed':
			return `${reason.everyone ? 'Geschlossen' : 'Abwesend'}${reason.text ? `: ${reason.text}` : ''}${period}.`
		case 'outside_hours':
			return reason.hours?.length === 0
				? 'Arbeitet an diesem Tag nicht.'
				: `Liegt außerhalb der Arbeitszeit${hoursOf(reason, zone)}.`
		case 'break':
			return `Liegt in der Pause${period}.`
		case 'busy':
			return `Belegt durch ${reason.customer ? `den Termin von ${reason.customer}` : 'einen anderen Termin'}${period}.`
		case 'blocked':
			return `Sperrzeit${reason.text ? `: ${reason.text}` : ''}${period}.`
		case 'event':
			return `Belegt durch einen Kurs${reason.text ? `: ${reason.text}` : ''}${period}.`
		case 'buffer':
			return `Vor- oder Nachbereitung passt nicht ${besideOf(reason)}${period}.`
		case 'held':
			return reason.customer
				? `Vorschlag an ${reason.customer}, noch nicht beantwortet${period}.`
				: `Wird gerade von jemandem gebucht und ist kurz reserviert${period}.`
		case 'resource':
			return `${reason.kind ?? 'Raum oder Gerät'} nicht frei${resourcesText(reason.resources ?? [], zone)}.`
		case 'notice':
			return reason.earliest
				? `Zu kurzfristig: online buchbar ab ${formatDate(reason.earliest, zone)}, ${formatTime(reason.earliest, zone)} Uhr.`
				: 'Zu kurzfristig für eine Online-Buchung.'
		case 'horizon':
			return reason.last_day
				? `Zu weit voraus: online buchbar bis ${formatDate(`${reason.last_day}T12:00:00Z`, 'UTC')}.`
				: 'Zu weit voraus für eine Online-Buchung.'
		case 'off_grid':
			return `Liegt nicht im Raster: Termine beginnen alle ${reason.grid_minutes ?? 15} Minuten.`
		default:
			return 'Diese Zeit wird nicht angeboten.'
	}
}

/** All reasons for all people, each sentence once. */
export function againstTexts(against: Against, zone: string): string[] {
	return [
		...new Set(
			against.flatMap(({ employee_name, reasons }) =>
				reasons.map((reason) => namedReasonText(employee_name, reason, zone)),
			),
		),
	]
}

/** The reason with the person's name, for members who book by hand. */
export function namedReasonText(name: string, reason: Reason, zone: string): string {
	const period = periodOf(reason, zone)
	const text = reason.text ? `: ${reason.text}` : ''
	switch (reason.reason) {
		case 'past':
			return 'Diese Zeit ist schon vorbei.'
		case 'test_missing':
			return `Für ${reason.customer} steht vor „${reason.service}“ kein „${reason.test}“${leadText(reason.lead_hours)}.`
		case 'closed':
			return reason.everyone ? reasonText(reason, zone) : `${name} ist abwesend${text}${period}.`
		case 'outside_hours':
			return reason.hours?.length === 0
				? `${name} arbeitet an diesem Tag nicht.`
				: `Außerhalb der Arbeitszeit von ${name}${hoursOf(reason, zone)}.`
		case 'break':
			return `${name} hat Pause${period}.`
		case 'busy':
			return `Bei ${name} steht ${reason.customer ? `der Termin von ${reason.customer}` : 'ein anderer Termin'}${period}.`
		case 'blocked':
			return `Bei ${name} ist Sperrzeit${text}${period}.`
		case 'event':
			return `Bei ${name} steht ein Kurs${text}${period}.`
		case 'held':
			return reason.customer
				? `Bei ${name} ist eine Zeit für ${reason.customer} vorgeschlagen${period}.`
				: `Bei ${name} bucht gerade jemand${period}.`
		case 'resource':
			return reasonText(reason, zone)
		default:
			return `${name}: ${reasonText(reason, zone)}`
	}
}

/** Where a reason can be changed, as the words of its link. */
export type Target = { to: 'appointment' | 'hours' | 'services' | 'employees' | 'rules'; id?: string; words: string }

/** What to open to see or change what is in the way. `manages`: the reader may change the company's data. */
export function targetOf(reason: Reason, manages: boolean): Target | null {
	if (reason.appointment_id && reason.reason !== 'held')
		return { to: 'appointment', id: reason.appointment_id, words: 'Termin öffnen' }
	const taken = reason.resources?.find(({ appointment_id }) => appointment_id)?.appointment_id
	if (taken) return { to: 'appointment', id: taken, words: 'Termin öffnen' }
	if (!manages) return null
	switch (reason.reason) {
		case 'closed':
			return { to: 'hours', words: reason.everyone ? 'Schließzeiten ansehen' : 'Abwesenheiten ansehen' }
		case 'outside_hours':
		case 'break':
			return { to: 'hours', words: 'Arbeitszeiten ansehen' }
		case 'buffer':
			return reason.appointment_id ? null : { to: 'hours', words: 'Arbeitszeiten ansehen' }
		case 'not_offered':
		case 'by_phone':
		case 'addon_alone':
			return { to: 'services', words: 'Leistungen ansehen' }
		case 'inactive':
			return { to: 'employees', words: 'Team ansehen' }
		case 'notice':
		case 'horizon':
		case 'off_grid':
			return { to: 'rules', words: 'Buchungsregeln ansehen' }
		default:
			return null
	}
}

/** The whole answer in one sentence, for people who do not need the details. @param alone whether only this one person was asked about */
export function summaryText(answers: Answer[], alone = false): string {
	const free = answers.filter(({ bookable }) => bookable).map(({ name }) => name)
	if (answers.length === 0) return 'An diesem Standort ist noch niemand im Team.'
	if (free.length === 0 && alone) return `Bei ${answers[0]?.name ?? ''} wird diese Zeit nicht angeboten.`
	if (free.length === 0) return 'Diese Zeit wird bei niemandem angeboten.'
	return `Diese Zeit ist frei und wird angeboten: ${free.join(', ')}.`
}

const leadText = (hours = 0): string => (hours > 0 ? ` mindestens ${hours} Stunden vorher` : '')

function besideOf({ customer, appointment_id, from }: Reason): string {
	if (customer) return `neben den Termin von ${customer}`
	return appointment_id || !from ? 'neben einen anderen Termin' : 'in die freie Arbeitszeit'
}

function periodOf({ from, to }: Pick<Reason, 'from' | 'to'>, zone: string): string {
	if (!from || !to) return ''
	const sameDay = localDate(from, zone) === localDate(new Date(Date.parse(to) - 60_000), zone)
	const whole = localTime(from, zone) === '00:00' && localTime(to, zone) === '00:00'
	const [first, last] = [formatDate(from, zone), formatDate(new Date(Date.parse(to) - 60_000), zone)]
	if (whole) return sameDay ? ` (${first}, ganztägig)` : ` (${first} bis ${last})`
	if (sameDay) return ` (${formatTime(from, zone)}–${formatTime(to, zone)} Uhr)`
	return ` (${first}, ${formatTime(from, zone)} Uhr bis ${formatDate(to, zone)}, ${formatTime(to, zone)} Uhr)`
}

/** ": Kabine 1 durch den Termin von Mia Muster (10:00–11:00 Uhr), …" */
function resourcesText(resources: Reserved[], zone: string): string {
	const each = resources.map(({ name, customer, from, to }) =>
		from && to
			? `${name} durch ${customer ? `den Termin von ${customer}` : 'einen anderen Termin'}${periodOf({ from, to }, zone)}`
			: name,
	)
	return each.length > 0 ? `: ${each.join(', ')}` : ''
}

function hoursOf({ hours = [] }: Reason, zone: string): string {
	const pieces = hours.map(({ from, to }) => `${formatTime(from, zone)}–${formatTime(to, zone)}`)
	return pieces.length > 0 ? ` (an diesem Tag ${pieces.join(' und ')} Uhr)` : ''
}

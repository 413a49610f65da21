import { formatDate, formatTime } from '#app/lib/dates.ts'

export type Answer = { employee_name: string; bookable: boolean; reason: string | null; detail: unknown }

type Detail = {
	from?: string
	to?: string
	customer?: string
	reason?: string
	earliest?: string
	last_day?: string
	grid_minutes?: number
	/** What the service needs besides the person, and who has each of it. */
	kind?: string
	resources?: Reserved[]
}

type Reserved = { name: string; customer?: string; from?: string; to?: string }

/** ": Kabine 1 durch den Termin von Mia Muster (10:00–11:00 Uhr), …" */
function resourcesText(resources: Reserved[], zone: string): string {
	const each = resources.map(({ name, customer, from, to }) =>
		from && to
			? `${name} durch ${customer ? `den Termin von ${customer}` : 'einen anderen Termin'} (${formatTime(from, zone)}–${formatTime(to, zone)} Uhr)`
			: name,
	)
	return each.length > 0 ? `: ${each.join(', ')}` : ''
}

/** Why a start is not offered, one sentence; the codes are those of `explain_start` (44_explain.sql). */
export function reasonText({ bookable, reason, detail: given }: Answer, zone: string): string {
	const detail = (given ?? {}) as Detail
	const period =
		detail.from && detail.to ? ` (${formatTime(detail.from, zone)}–${formatTime(detail.to, zone)} Uhr)` : ''
	if (bookable) return 'Diese Zeit ist frei und wird angeboten.'
	switch (reason) {
		case 'not_offered':
			return 'Bietet diese Leistung nicht an.'
		case 'inactive':
			return 'Ist zurzeit nicht buchbar geschaltet.'
		case 'closed':
			return `Geschlossen oder abwesend${detail.reason ? `: ${detail.reason}` : ''}.`
		case 'outside_hours':
			return `Liegt außerhalb der Arbeitszeit${period}.`
		case 'break':
			return `Liegt in der Pause${period}.`
		case 'busy':
			return `Belegt durch ${detail.customer ? `den Termin von ${detail.customer}` : 'einen anderen Termin'}${period}.`
		case 'buffer':
			return `Die Vor- oder Nachbereitung passt nicht${detail.customer ? ` neben den Termin von ${detail.customer}` : ''}${period}.`
		case 'held':
			return `Wird gerade von jemandem gebucht und ist kurz reserviert${period}.`
		case 'resource':
			return `${detail.kind ?? 'Raum oder Gerät'} nicht frei${resourcesText(detail.resources ?? [], zone)}.`
		case 'notice':
			return detail.earliest
				? `Zu kurzfristig: online buchbar ab ${formatDate(detail.earliest, zone)}, ${formatTime(detail.earliest, zone)} Uhr.`
				: 'Zu kurzfristig für eine Online-Buchung.'
		case 'horizon':
			return detail.last_day
				? `Zu weit voraus: online buchbar bis ${formatDate(`${detail.last_day}T12:00:00Z`, 'UTC')}.`
				: 'Zu weit voraus für eine Online-Buchung.'
		case 'off_grid':
			return `Liegt nicht im Raster: Termine beginnen alle ${detail.grid_minutes ?? 15} Minuten.`
		default:
			return 'Diese Zeit wird nicht angeboten.'
	}
}

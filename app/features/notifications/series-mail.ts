import { formatDate, formatTime } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import type { MailContent } from './mail-layout.ts'
import type { AppointmentMessage } from './payload.ts'
import { period, when } from './texts.ts'

/** All dates of a series, what for and where; undefined for other messages. */
export function seriesFacts({ payload }: AppointmentMessage): [string, string][] | undefined {
	const { series, services, location } = payload
	if (!series) return undefined
	const dates = series.map(({ starts_at, ends_at, old_starts_at: old }) => {
		const before = old && Date.parse(old) !== Date.parse(starts_at) ? ` (bisher: ${when(payload, old)})` : ''
		return `${period(payload, starts_at, ends_at)}${before}`
	})
	return [
		['Wann', dates.join('\n')],
		[services.length > 1 ? 'Leistungen' : 'Leistung', services.map(({ name }) => name ?? 'Termin').join('\n')],
		['Wo', `${location.name}\n${location.street}, ${location.postal_code} ${location.city}`],
	]
}

/** A link to each of the later dates, which the same secret opens. */
export function seriesLinks(
	{ kind, payload }: AppointmentMessage,
	{ siteUrl, secret }: { siteUrl: string; secret?: string },
): MailContent['links'] {
	if (kind !== 'appointment_confirmed' && kind !== 'appointment_rescheduled') return undefined
	return payload.series?.slice(1).map(({ appointment_id, starts_at }) => ({
		label: `${formatDate(starts_at, payload.time_zone)}, ${formatTime(starts_at, payload.time_zone)}`,
		url: `${siteUrl}${paths.booking(appointment_id, secret)}`,
	}))
}

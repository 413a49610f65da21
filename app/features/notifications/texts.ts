import { formatDate, formatTime, zoneSuffix } from '#app/lib/dates.ts'
import type { AppointmentMessage, AppointmentPayload, MessageKind } from './payload.ts'

type Words = { subject: string; title: string; intro: string }

const when = (payload: AppointmentPayload, instant = payload.starts_at): string =>
	`${formatDate(instant, payload.time_zone)}, ${formatTime(instant, payload.time_zone)} Uhr${zoneSuffix(instant, payload.time_zone)}`

/** "Fr., 27. Nov. 2026, 17:30 bis 18:15 Uhr" */
export const period = (payload: Pick<AppointmentPayload, 'time_zone'>, start: string, end: string): string =>
	`${formatDate(start, payload.time_zone)}, ${formatTime(start, payload.time_zone)} bis ${formatTime(end, payload.time_zone)} Uhr${zoneSuffix(start, payload.time_zone)}`

/** "am So., 22. Nov. 2026, um 15:32 Uhr": placed before the verb where it could be mistaken for the time of the appointment. */
const declared = ({ time_zone: zone, starts_at, declared_at: at = starts_at }: AppointmentPayload): string =>
	`am ${formatDate(at, zone)}, um ${formatTime(at, zone)} Uhr${zoneSuffix(at, zone)}`

/** When only people, services or the end are other, nothing is "verschoben". */
function sameStart(payload: AppointmentPayload): Words | undefined {
	const { old_starts_at: old, starts_at, services, location } = payload
	if (!old || Date.parse(old) !== Date.parse(starts_at)) return undefined
	const people = [...new Set(services.map(({ employee }) => employee))].join(' und ')
	const intro = otherServices(payload)
		? `der Beginn bleibt, die Leistungen sind jetzt andere. Ihr Termin dauert bis ${formatTime(payload.ends_at, payload.time_zone)} Uhr, bei: ${people}.`
		: Date.parse(payload.old_ends_at ?? payload.ends_at) === Date.parse(payload.ends_at)
			? `die Zeit bleibt, Ihr Termin ist jetzt bei: ${people}.`
			: `der Beginn bleibt, Ihr Termin dauert jetzt bis ${formatTime(payload.ends_at, payload.time_zone)} Uhr, bei: ${people}.`
	return {
		subject: `Geändert: Ihr Termin am ${when(payload)} bei ${location.name}`,
		title: 'An Ihrem Termin hat sich etwas geändert',
		intro,
	}
}

/** Several appointments that were changed together. */
function severalMoved({ series, services, location }: AppointmentPayload): Words | undefined {
	if (!series) return undefined
	const moved = series.some(({ starts_at, old_starts_at: old }) => old && Date.parse(old) !== Date.parse(starts_at))
	const people = [...new Set(services.map(({ employee }) => employee))].join(' und ')
	return moved
		? {
				subject: `Verschoben: Ihre ${series.length} Termine bei ${location.name}`,
				title: `Ihre ${series.length} Termine sind verschoben`,
				intro: 'neu gilt:',
			}
		: {
				subject: `Geändert: Ihre ${series.length} Termine bei ${location.name}`,
				title: 'An Ihren Terminen hat sich etwas geändert',
				intro: `der Beginn bleibt, Ihre Termine sind jetzt bei: ${people}.`,
			}
}

function otherServices({ old_services: old, services }: AppointmentPayload): boolean {
	return old !== undefined && old.join(' ') !== services.map(({ service_id }) => service_id).join(' ')
}

/** Why there is a proposal, without private reasons. */
function awayText({ proposal, location, ...payload }: AppointmentPayload): string {
	const at = when({ ...payload, location })
	if (proposal?.away) return `leider kann ${proposal.away} Ihren Termin am ${at} nicht wahrnehmen.`
	return proposal?.away === ''
		? `leider ist Ihr Termin am ${at} bei ${location.name} nicht möglich.`
		: `leider bleibt ${location.name} zu Ihrem Termin am ${at} geschlossen.`
}

const CUSTOMER: Record<MessageKind, (payload: AppointmentPayload) => Words> = {
	appointment_confirmed: ({ series, ...payload }) => ({
		subject: series
			? `Ihre ${series.length} Termine bei ${payload.location.name} ab ${when(payload)}`
			: `Ihr Termin am ${when(payload)} bei ${payload.location.name}`,
		title: series ? `Ihre ${series.length} Termine sind gebucht` : 'Ihr Termin ist gebucht',
		intro: 'vielen Dank für Ihre Buchung. Hier finden Sie alles auf einen Blick.',
	}),
	appointment_requested: (payload) => ({
		subject: `Ihre Terminanfrage bei ${payload.location.name}`,
		title: 'Ihre Anfrage ist angekommen',
		intro: `${payload.location.name} bestätigt Termine von Hand. Die Zeit ist für Sie reserviert; Sie bekommen eine Nachricht, sobald Ihr Termin bestätigt ist.`,
	}),
	appointment_declined: (payload) => ({
		subject: payload.unpaid
			? `Nicht gebucht: Ihr Termin am ${when(payload)} bei ${payload.location.name}`
			: `Ihre Terminanfrage bei ${payload.location.name} wurde nicht bestätigt`,
		title: 'Dieser Termin ist leider nicht möglich',
		intro: payload.unpaid
			? 'Ihre Zahlung ist nicht rechtzeitig eingegangen. Es ist kein Termin zustande gekommen, und es wurde nichts abgebucht.'
			: payload.lapsed
				? `${payload.location.name} hat Ihre Anfrage nicht rechtzeitig beantwortet. Es ist kein Termin zustande gekommen.`
				: `${payload.location.name} kann Ihre Anfrage leider nicht annehmen. Es ist kein Termin zustande gekommen.`,
	}),
	appointment_cancelled: ({ series, ...payload }) => ({
		subject: series
			? `Abgesagt: Ihre ${series.length} Termine bei ${payload.location.name} ab ${when(payload)}`
			: `Abgesagt: Ihr Termin am ${when(payload)} bei ${payload.location.name}`,
		title: series ? `Ihre ${series.length} Termine sind abgesagt` : 'Ihr Termin ist abgesagt',
		intro:
			payload.actor === 'customer'
				? 'wir bestätigen Ihre Absage. Sie müssen nichts weiter tun.'
				: `${payload.location.name} hat ${series ? 'diese Termine' : 'diesen Termin'} abgesagt.`,
	}),
	appointment_rescheduled: (payload) =>
		severalMoved(payload) ??
		sameStart(payload) ?? {
			subject: `Verschoben: Ihr Termin bei ${payload.location.name} ist jetzt am ${when(payload)}`,
			title: 'Ihr Termin ist verschoben',
			intro: payload.old_starts_at
				? `bisher: ${when(payload, payload.old_starts_at)}. ${otherServices(payload) ? 'Auch die Leistungen sind andere. ' : ''}Neu gilt:`
				: 'neu gilt:',
		},
	appointment_proposed: (payload) => ({
		subject: `Bitte antworten: anderer Termin bei ${payload.location.name}`,
		title: 'Ihr Termin kann nicht wie geplant stattfinden',
		intro: `${awayText(payload)} Wir haben Ihnen einen anderen Termin reserviert. Passt er Ihnen?`,
	}),
	appointment_kept: (payload) => ({
		subject: `Es bleibt dabei: Ihr Termin am ${when(payload)} bei ${payload.location.name}`,
		title: 'Ihr Termin bleibt, wie er ist',
		intro:
			'wir hatten Ihnen einen anderen Termin vorgeschlagen. Das ist nicht mehr nötig: Es bleibt bei Ihrer Buchung.',
	}),
	appointment_withdrawn: (payload) => ({
		subject: `Eingangsbestätigung: Ihr Widerruf, Termin am ${when(payload)} bei ${payload.location.name}`,
		title: 'Ihr Widerruf ist eingegangen',
		intro: `Sie haben ${declared(payload)} den Vertrag über diesen Termin widerrufen. ${
			payload.state === 'cancelled'
				? 'Der Termin ist damit abgesagt.'
				: `${payload.location.name} hat Ihre Erklärung erhalten und meldet sich bei Ihnen.`
		}`,
	}),
	appointment_not_booked: (payload) => ({
		subject: `Zeit leider vergeben: Ihr Termin am ${when(payload)} bei ${payload.location.name}`,
		title: 'Ihr Termin ist nicht zustande gekommen',
		intro:
			'Ihre Zahlung kam an, als die Zeit nicht mehr für Sie frei gehalten war. Sie bekommen den vollen Betrag zurück und müssen dafür nichts tun.',
	}),
	appointment_payment_due: (payload) => ({
		subject: `Bitte bezahlen: Ihr Termin am ${when(payload)} bei ${payload.location.name}`,
		title: 'Ihre Anfrage ist angenommen',
		intro: `${payload.location.name} hat zugesagt. Gebucht ist Ihr Termin, sobald Ihre Zahlung eingegangen ist. Bis wann wir die Zeit dafür frei halten, steht unten.`,
	}),
	appointment_message: (payload) => ({
		subject: `Nachricht von ${payload.location.name} zu Ihrem Termin am ${when(payload)}`,
		title: 'Sie haben eine Nachricht',
		intro: `${payload.location.name} hat Ihnen zu Ihrem Termin geschrieben.`,
	}),
}

/** Kinds that are missing here go only to customers. */
const BUSINESS: Partial<Record<MessageKind, (payload: AppointmentPayload) => Words>> = {
	appointment_confirmed: (payload) => ({
		subject: `Neuer Termin: ${payload.customer.name}, ${when(payload)}`,
		title: 'Neuer Termin',
		intro: `${payload.customer.name} hat gebucht.`,
	}),
	appointment_requested: (payload) => ({
		subject: `Terminanfrage: ${payload.customer.name}, ${when(payload)}`,
		title: 'Neue Terminanfrage',
		intro: `${payload.customer.name} wartet auf Ihre Bestätigung. Die Zeit ist bis dahin reserviert.`,
	}),
	appointment_declined: (payload) => ({
		subject: `${payload.unpaid ? 'Nicht bezahlt' : 'Anfrage verfallen'}: ${payload.customer.name}, ${when(payload)}`,
		title: payload.unpaid ? 'Ein Termin ist nicht zustande gekommen' : 'Eine Anfrage ist verfallen',
		intro: payload.unpaid
			? `${payload.customer.name} hat nach Ihrer Zusage nicht rechtzeitig bezahlt. Die Zeit ist wieder frei.`
			: `Die Anfrage von ${payload.customer.name} wurde nicht rechtzeitig beantwortet.`,
	}),
	appointment_cancelled: (payload) => ({
		subject: `Abgesagt: ${payload.customer.name}, ${when(payload)}`,
		title: 'Ein Termin wurde abgesagt',
		intro: `${payload.customer.name} hat den Termin abgesagt. Die Zeit ist wieder frei.`,
	}),
	appointment_rescheduled: (payload) => ({
		subject: `Verschoben: ${payload.customer.name}, jetzt ${when(payload)}`,
		title: 'Ein Termin wurde verschoben',
		intro: payload.old_starts_at
			? `${payload.customer.name} hat den Termin verschoben. Bisher: ${when(payload, payload.old_starts_at)}.`
			: `${payload.customer.name} hat den Termin verschoben.`,
	}),
	appointment_withdrawn: (payload) => ({
		subject: `Widerruf: ${payload.customer.name}, ${when(payload)}`,
		title: 'Ein Vertrag wurde widerrufen',
		intro: `${payload.customer.name} hat ${declared(payload)} den Vertrag über diesen Termin widerrufen. ${
			payload.state === 'cancelled'
				? 'Der Termin ist abgesagt, die Zeit ist wieder frei.'
				: 'Die Absagefrist war schon vorbei: Der Termin bleibt in Ihrem Kalender, bis Sie ihn absagen. Bitte prüfen Sie den Widerruf und antworten Sie.'
		}`,
	}),
	appointment_message: (payload) => ({
		subject: `Nachricht: ${payload.customer.name}, Termin am ${when(payload)}`,
		title: 'Eine Nachricht zu einem Termin',
		intro: `${payload.customer.name || 'Eine Kundin oder ein Kunde'} hat Ihnen geschrieben.`,
	}),
}

/** Subject, heading and first sentence of a message. */
export function wordsFor({ audience, kind, payload }: AppointmentMessage): Words {
	return ((audience === 'business' && BUSINESS[kind]) || CUSTOMER[kind])(payload)
}

/** "Fr., 27. Nov. 2026, 17:30 Uhr" in the zone of the location. */
export { when }

import { formatDate, formatTime } from '#app/lib/dates.ts'
import type { OutgoingMail } from '#app/lib/mail.ts'
import { formatPrice } from '#app/lib/money.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { type MailContent, mailHtml, mailText } from './mail-layout.ts'

/** What `internal.mail_matching` puts into a message (supabase/schemas/75_orders/93_notice_mails.sql). */
export type MatchingMessage = {
	id: string
	kind: 'order_matching'
	recipient: string
	payload: {
		location_id: string
		location: string
		time_zone: string
		/** How many there are; `orders` has the newest ten of them. */
		total: number
		orders: {
			id: string
			/** Empty where a mail must not say what is looked for: then there is nothing else, either. */
			title: string
			category: string
			place: string
			distance_km?: number
			persons: number
			budget_cents?: number | null
			/** Free starts of the location in the wished times, at most three. */
			starts: string[]
			expires_at: string
		}[]
	}
}
type Order = MatchingMessage['payload']['orders'][number]

/** A mail to a member: who looks for what they offer. */
export function composeMatching({ recipient, payload }: MatchingMessage, siteUrl: string): OutgoingMail {
	const { orders, total, location, time_zone: zone } = payload
	const [first] = orders
	const alone = total === 1 && first ? first : undefined
	const what = alone ? nameOf(alone) : ''
	const where = alone?.place ? ` in ${alone.place}` : ''
	const content: MailContent = {
		title: alone ? 'Ein Suchauftrag passt zu Ihnen' : `${total} Suchaufträge passen zu Ihnen`,
		greeting: 'Guten Tag,',
		intro: alone
			? 'jemand in der Nähe sucht einen Termin, und Sie haben zur gewünschten Zeit etwas frei. Antworten Sie mit bis zu drei Zeiten: Sie bleiben reserviert, bis die Antwort da ist. Das kostet nichts.'
			: 'Menschen in der Nähe suchen Termine, und Sie haben zu den gewünschten Zeiten etwas frei. Antworten kostet nichts.',
		facts: orders.map((order) => [nameOf(order) || 'Suchauftrag', linesOf(order, zone).join('\n')]),
		button: {
			label: alone ? 'Ansehen und anbieten' : 'Suchaufträge ansehen',
			url: `${siteUrl}${alone ? adminPaths.offerTo(alone.id, { standort: payload.location_id }) : adminPaths.offers({ standort: payload.location_id })}`,
		},
		notes: [
			...(total > orders.length ? [`Dazu ${total - orders.length} weitere unter „Angebote“.`] : []),
			'Es gewinnt nicht, wer zuerst antwortet: Die Suchenden vergleichen alle Angebote, und kein Betrieb sieht die der anderen.',
			'Wie bald Sie davon erfahren, stellen Sie in Ihrem Profil unter „Benachrichtigungen“ ein, auch gar nicht.',
		],
		footer: [location, 'Gesendet über Zeitplatz'],
	}
	const subject = alone
		? what
			? `Gesucht: ${what}${where}`
			: 'Ein Suchauftrag passt zu Ihnen'
		: `${total} Suchaufträge passen zu Ihnen`
	return { to: recipient, subject, html: mailHtml(content), text: mailText(content) }
}

const nameOf = ({ title, category }: Order): string => title || category

function linesOf(order: Order, zone: string): string[] {
	const [start] = order.starts
	const away = order.distance_km?.toLocaleString('de-DE', { maximumFractionDigits: 1 })
	const lines = [
		order.title && order.category !== order.title ? order.category : '',
		[order.place, away ? `${away} km von Ihnen` : ''].filter(Boolean).join(', '),
		start ? `frei bei Ihnen: ${formatDate(start, zone)}, ${formatTime(start, zone)} Uhr` : '',
		order.budget_cents ? `Budget bis ${formatPrice(order.budget_cents)}` : '',
		order.persons > 1 ? `${order.persons} Personen` : '',
		`offen bis ${formatDate(order.expires_at, zone)}`,
	]
	return lines.filter(Boolean)
}

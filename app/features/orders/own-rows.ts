import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import type { OwnOrder } from './orders.contracts.ts'
import type { Kind } from './kinds.ts'
import { windowWords } from './windows.ts'

export type OwnRow = {
	id: string
	kind: Kind
	title: string
	state: string
	where: string
	times: string
	/** Whether something waits for an answer. */
	offered: boolean
	/** Whether it can be ended here. */
	open: boolean
}

/** The person's own orders, places on waiting lists and alerts in words. */
export function ownRows(orders: OwnOrder[]): OwnRow[] {
	return orders.map((order) => ({
		id: order.id,
		kind: order.kind,
		title: (order.kind === 'alert' ? order.category : order.title || order.category) || 'Suchauftrag',
		state: stateText(order),
		where:
			order.kind === 'waitlist'
				? (order.business ?? '')
				: [order.place, `${order.radius_km} km Umkreis`].filter(Boolean).join(', '),
		open: order.state === 'open',
		times: windowWords(order.windows),
		offered: order.state === 'open' && order.offers > 0,
	}))
}

function stateText({ kind, state, offers, expires_at }: OwnOrder): string {
	if (state === 'matched') return kind === 'waitlist' ? 'Zeit angenommen' : 'Termin gebucht'
	if (state === 'withdrawn') return kind === 'order' ? 'Zurückgezogen' : 'Beendet'
	if (state === 'expired') return 'Abgelaufen'
	if (offers > 0 && kind === 'waitlist') return 'Eine Zeit ist für Sie frei'
	if (offers > 0) return offers === 1 ? '1 Angebot' : `${offers} Angebote`
	if (kind === 'waitlist') return `Wartet bis ${formatDate(expires_at, HOME_ZONE)}`
	return `Offen bis ${formatDate(expires_at, HOME_ZONE)}`
}

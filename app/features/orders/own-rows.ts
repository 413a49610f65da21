import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import type { OwnOrder } from './orders.contracts.ts'
import { windowWords } from './windows.ts'

export type OwnRow = { id: string; title: string; state: string; where: string; times: string; offered: boolean }

/** The person's own orders in words. */
export function ownRows(orders: OwnOrder[]): OwnRow[] {
	return orders.map((order) => ({
		id: order.id,
		title: order.title || order.category || 'Suchauftrag',
		state: stateText(order),
		where: [order.place, `${order.radius_km} km Umkreis`].filter(Boolean).join(', '),
		times: windowWords(order.windows),
		offered: order.state === 'open' && order.offers > 0,
	}))
}

function stateText({ state, offers, expires_at }: OwnOrder): string {
	if (state === 'matched') return 'Termin gebucht'
	if (state === 'withdrawn') return 'Zurückgezogen'
	if (state === 'expired') return 'Abgelaufen'
	if (offers > 0) return offers === 1 ? '1 Angebot' : `${offers} Angebote`
	return `Offen bis ${formatDate(expires_at, HOME_ZONE)}`
}

import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { windowText } from '#app/lib/wish-windows.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { List } from '#app/ui/list.tsx'
import type { FittingOrder } from './offers.contracts.ts'
import styles from './offers.module.css'
import { kilometres, orderName } from './offers.ts'

type Props = { orders: FittingOrder[]; zone: string; now: string; dismissed: boolean }

/** Orders that fit, each with a link to where it is answered. */
export function OrderList({ orders, zone, now, dismissed }: Props) {
	return (
		<List
			label="Suchaufträge"
			rows={orders}
			idOf={({ id }) => id}
			nameOf={orderName}
			hrefFor={(id) => adminPaths.offerTo(id)}
			columns={[
				{ name: 'was', label: 'Gesucht', place: 'title', show: orderName },
				{
					name: 'wann',
					label: 'Wunschzeiten',
					place: 'lead',
					look: 'wraps',
					show: ({ windows }) => linesOf(windows.map(windowText)),
				},
				{
					name: 'frei',
					label: 'Ihre freien Zeiten',
					named: true,
					show: ({ starts }) => freeTimes(starts, zone, now),
				},
				{
					name: 'weg',
					label: 'Entfernung',
					look: 'figures',
					named: true,
					show: ({ distance_km }) => kilometres(distance_km),
				},
				{
					name: 'budget',
					label: 'Budget',
					look: 'figures',
					named: true,
					show: ({ budget_cents: cents }) => (cents === null ? 'offen' : `bis ${formatPrice(cents)}`),
				},
				{ name: 'angebote', label: 'Angebote', look: 'figures', named: true, show: ({ offers }) => `${offers} von 5` },
				{
					name: 'weglegen',
					label: dismissed ? 'Zurück' : 'Weglegen',
					place: 'corner',
					show: (order) => aside(order, dismissed),
				},
			]}
		/>
	)
}

function linesOf(texts: string[]): ReactNode {
	return texts.map((text) => (
		<span key={text} className={styles.line}>
			{text}
		</span>
	))
}

function freeTimes(starts: string[], zone: string, now: string): ReactNode {
	const [first] = starts
	if (first === undefined) return <span className={styles.soft}>nichts frei</span>
	return (
		<>
			<span className={styles.start}>{formatSoon(first, zone, now)}</span>{' '}
			{starts.length > 1 ? <span className={styles.soft}>und weitere</span> : null}
		</>
	)
}

function aside(order: FittingOrder, dismissed: boolean): ReactNode {
	return (
		<Form method="post" preventScrollReset className={styles.aside}>
			<input type="hidden" name="id" value={order.id} />
			<Button
				kind="plain"
				name="intent"
				value={dismissed ? 'restore' : 'dismiss'}
				aria-label={`${orderName(order)}: ${dismissed ? 'zurückholen' : 'passt nicht, weglegen'}`}
			>
				{dismissed ? 'Zurückholen' : 'Weglegen'}
			</Button>
		</Form>
	)
}

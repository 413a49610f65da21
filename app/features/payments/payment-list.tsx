import { formatSoon } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { List, type ListColumn } from '#app/ui/list.tsx'
import { TestBadge } from '#app/ui/test-badge.tsx'
import type { ListedPayment } from './admin.contracts.ts'
import { numberOf } from './payment-lines.ts'
import { StandBadge } from './stand-badge.tsx'
import { kindName } from './words.ts'

type Props = {
	payments: ListedPayment[]
	/** Names of the company's locations by id, where it has several. */
	places: Record<string, string>
	zone: string
	now: string
	sorting: { by: string; hrefFor: (by: string) => string }
}

/** Payments with how they stand; fees of the provider show where there are any. */
export function PaymentList({ payments, places, zone, now, sorting }: Props) {
	const at = (instant: string): string => formatSoon(instant, zone, now)
	const columns: (ListColumn<ListedPayment> | false)[] = [
		{
			name: 'wer',
			label: 'Kund:in',
			place: 'title',
			look: 'names',
			show: nameOf,
			beside: TestMark,
		},
		{ name: 'was', label: 'Wofür', place: 'lead', look: 'wraps', show: ({ kind }) => kindName(kind) },
		{ name: 'nummer', label: 'Buchungsnummer', named: true, look: 'figures', show: numberOf },
		{ name: 'zeit', label: 'Wann', sort: 'zeit', look: 'figures', show: ({ created_at }) => at(created_at) },
		{
			name: 'termin',
			label: 'Termin am',
			named: true,
			look: 'figures',
			show: ({ appointment }) => (appointment ? at(appointment.starts_at) : ''),
		},
		Object.keys(places).length > 1 && {
			name: 'ort',
			label: 'Standort',
			look: 'wraps',
			show: ({ location_id }) => places[location_id ?? ''] ?? '',
		},
		{ name: 'betrag', label: 'Betrag', sort: 'betrag', place: 'amount', look: 'figures', show: amountOf },
		{
			name: 'zurueck',
			label: 'Erstattet',
			named: true,
			look: 'figures',
			show: ({ refunded_cents: done, refunding_cents: under }) => (done + under > 0 ? formatPrice(done + under) : ''),
		},
		payments.some(({ fee_cents }) => fee_cents > 0) && {
			name: 'gebuehr',
			label: 'Gebühr',
			named: true,
			look: 'figures',
			show: ({ fee_cents }) => (fee_cents > 0 ? formatPrice(fee_cents) : ''),
		},
		{ name: 'stand', label: 'Stand', place: 'corner', show: Standing },
	]
	return (
		<List
			label="Zahlungen"
			rows={payments}
			idOf={({ id }) => id}
			nameOf={nameOf}
			hrefFor={adminPaths.payment}
			sorting={sorting}
			columns={columns.filter((column) => column !== false)}
		/>
	)
}

const nameOf = ({ appointment }: ListedPayment): string => appointment?.name || 'Ohne Namen'

function TestMark({ test }: ListedPayment) {
	return test ? <TestBadge /> : null
}

const amountOf = ({ amount_cents }: ListedPayment): string => formatPrice(amount_cents)

function Standing(payment: ListedPayment) {
	return payment.check ? (
		<Badge kind="bad" icon="M8 2 1.500 13.500h13zM8 6.500v3M8 11.500v.1">
			Zahlung prüfen
		</Badge>
	) : (
		<StandBadge payment={payment} />
	)
}

import { bookingNumber } from '#app/features/booking/number.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { CardLink } from '#app/ui/customer-link.tsx'
import { List, type ListColumn } from '#app/ui/list.tsx'
import styles from './day-rows.module.css'
import { StateMark } from './state-mark.tsx'
import { effectText } from './withdrawal-texts.ts'
import type { Withdrawal } from './withdrawals.queries.server.ts'
import { appointmentFrom, type WithdrawalFilters } from './withdrawals.list.ts'

type Props = {
	withdrawals: Withdrawal[]
	zone: string
	filters: WithdrawalFilters
	sorting: { by: string; hrefFor: (by: string) => string }
}

/** Declared withdrawals, each with a link to its appointment, which links back to this list. */
export function WithdrawalList({ withdrawals, zone, filters, sorting }: Props) {
	const at = (instant: string): string => `${formatDate(instant, zone)}, ${formatTime(instant, zone)}`
	const ids = new Map(withdrawals.map(({ id, appointment }) => [id, appointment.id]))
	const columns: ListColumn<Withdrawal>[] = [
		{ name: 'zeit', label: 'Widerrufen am', place: 'lead', sort: 'zeit', show: (row) => at(row.declared_at) },
		{ name: 'name', label: 'Von', place: 'title', sort: 'name', show: ({ name }) => name, beside: cardOf },
		{ name: 'termin', label: 'Termin am', named: true, look: 'figures', show: (row) => at(row.appointment.starts_at) },
		{
			name: 'nummer',
			label: 'Buchungsnummer',
			named: true,
			look: 'figures',
			show: (row) => bookingNumber(row.booking_number),
		},
		{ name: 'mail', label: 'E-Mail', look: 'wraps', show: ({ email }) => email },
		{ name: 'worte', label: 'Erklärung', look: 'wraps', show: wordsOf },
		{ name: 'stand', label: 'Stand', place: 'corner', show: stateOf },
	]
	return (
		<List
			label="Widerrufe"
			rows={withdrawals}
			idOf={({ id }) => id}
			nameOf={({ name }) => name}
			hrefFor={(id) => appointmentFrom(filters, ids.get(id) ?? '')}
			sorting={sorting}
			columns={columns}
		/>
	)
}

const cardOf = ({ appointment }: Withdrawal) => <CardLink card={appointment.card} />

const stateOf = ({ appointment }: Withdrawal) => <StateMark state={appointment.state} />

function wordsOf({ statement, appointment }: Withdrawal) {
	const effect = effectText(appointment.state, appointment.events.length > 0)
	return (
		<>
			{statement ? <q className={styles.words}>{statement}</q> : null}
			{effect ? <span className={styles.soft}>{effect}</span> : null}
		</>
	)
}

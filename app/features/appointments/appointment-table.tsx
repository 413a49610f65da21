import { formatDate, formatTime } from '#app/lib/dates.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { CardLink } from '#app/ui/customer-link.tsx'
import { List, type ListColumn } from '#app/ui/list.tsx'
import { useSeesContacts } from '#app/ui/contact-data.tsx'
import { type Appointment, customerName, type Person, personNames, serviceNames } from './appointment.ts'
import { BULK_ACTIONS } from './bulk.ts'
import { type Column, COLUMNS } from './columns.ts'
import { StateMark } from './state-mark.tsx'
import { ACTION_NAMES } from './texts.ts'

type Props = {
	appointments: Appointment[]
	people: Person[]
	zone: string
	/** Columns besides time and customer. */
	columns: Column[]
	hrefFor: (id: string) => string
	/** The appointment that is open beside the table. */
	opened?: string
	sorting: { by: string; hrefFor: (by: string) => string }
	/** Address of the list, which the chosen appointments are sent to. */
	action: string
}

/** Appointments as a list that can be sorted, opened beside it, and confirmed or completed several at once. */
export function AppointmentTable({ appointments, people, zone, columns, hrefFor, opened, sorting, action }: Props) {
	const sees = useSeesContacts()
	const when = ({ starts_at }: Appointment): string => `${formatDate(starts_at, zone)}, ${formatTime(starts_at, zone)}`
	const shown: Record<Column, Omit<ListColumn<Appointment>, 'name' | 'label'>> = {
		leistung: { show: ({ lines }) => serviceNames(lines) },
		mit: { show: ({ lines }) => personNames(lines, people), look: 'names' },
		telefon: { show: ({ contact_phone }) => contact_phone, look: 'figures' },
		mail: { show: ({ contact_email }) => contact_email, look: 'wraps' },
		gebucht: { show: ({ created_at }) => formatDate(created_at, zone), look: 'figures', sort: 'gebucht' },
		preis: { show: ({ total_cents }) => formatPrice(total_cents), place: 'amount', sort: 'preis' },
		stand: { show: stateOf, place: 'corner' },
	}
	return (
		<List
			label="Termine"
			rows={appointments}
			idOf={({ id }) => id}
			nameOf={(appointment) => `${customerName(appointment)}, ${when(appointment)},`}
			opened={opened}
			hrefFor={hrefFor}
			sorting={sorting}
			action={action}
			columns={[
				{ name: 'zeit', label: 'Zeit', place: 'lead', sort: 'zeit', show: when },
				{
					name: 'kunde',
					label: 'Kund:in',
					place: 'title',
					sort: 'name',
					show: (appointment) => customerName(appointment),
					beside: cardOf,
				},
				...columns
					.filter((name) => sees || (name !== 'telefon' && name !== 'mail'))
					.map((name) => ({ name, label: COLUMNS[name], ...shown[name] })),
			]}
			bulk={BULK_ACTIONS.map((name) => (
				<Button key={name} kind="secondary" name="intent" value={name}>
					{ACTION_NAMES[name]}
				</Button>
			))}
		/>
	)
}

const cardOf = ({ card }: Appointment) => <CardLink card={card} />
const stateOf = ({ state }: Appointment) => <StateMark state={state} />

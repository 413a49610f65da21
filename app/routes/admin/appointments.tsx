import { Form, Link } from 'react-router'
import { listAppointments, readPeople } from '#app/features/appointments/appointments.queries.server.ts'
import { DayRows } from '#app/features/appointments/day-rows.tsx'
import { PAGE_SIZE, pageQuery, readFilters } from '#app/features/appointments/filters.ts'
import { STATE_NAMES } from '#app/features/appointments/texts.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/appointments.ts'
import { requirePlace } from './appointment-member.server.ts'
import styles from './appointments.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requirePlace(context, request)
	const filters = readFilters(url.searchParams)
	const [people, list] = await Promise.all([
		readPeople(member.client, member.place, member),
		listAppointments(member.client, member.place, filters),
	])
	return { people, filters, ...list, zone: member.place.time_zone }
}

export default function AppointmentsPage({ loaderData }: Route.ComponentProps) {
	const { people, filters, rows, total, zone } = loaderData
	const filtered = Boolean(filters.text || filters.state || filters.person || filters.from || filters.to)
	const states = Object.entries(STATE_NAMES).filter(([state]) => state !== 'held')
	return (
		<>
			<title>Termine · Zeitplatz</title>
			<header className={styles.head}>
				<h1>Termine</h1>
				<ButtonLink to="/admin/appointment/new">Neuer Termin</ButtonLink>
			</header>
			<Form method="get" className={styles.filters} role="search" key={JSON.stringify(filters)}>
				<TextField
					label="Name, E-Mail oder Telefon"
					name="suche"
					type="search"
					defaultValue={filters.text}
					required={false}
				/>
				<SelectField label="Stand" name="status" defaultValue={filters.state} required={false}>
					<option value="">Alle</option>
					{states.map(([state, name]) => (
						<option key={state} value={state}>
							{name}
						</option>
					))}
				</SelectField>
				<SelectField label="Mitarbeiter:in" name="person" defaultValue={filters.person} required={false}>
					<option value="">Alle</option>
					{people.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
				<TextField label="Von" name="von" type="date" defaultValue={filters.from} required={false} />
				<TextField label="Bis" name="bis" type="date" defaultValue={filters.to} required={false} />
				<Button kind="secondary">Suchen</Button>
			</Form>
			<p role="status" className={styles.count}>
				{total === 1 ? '1 Termin' : `${total.toLocaleString('de-DE')} Termine`}
				{filtered ? (
					<>
						{' '}
						· <Link to={paths.adminAppointments()}>Filter löschen</Link>
					</>
				) : null}
			</p>
			{rows.length > 0 ? (
				<DayRows
					appointments={rows}
					people={people}
					zone={zone}
					hrefFor={(id) => paths.adminAppointment(id)}
					when={(start) => `${formatDate(start, zone)}, ${formatTime(start, zone)}`}
				/>
			) : (
				<p>
					{filtered
						? 'Kein Termin passt zu dieser Suche.'
						: 'Noch keine Termine. Sobald jemand bucht oder Sie einen Termin eintragen, steht er hier.'}
				</p>
			)}
			<Pages
				page={filters.page}
				pages={Math.ceil(total / PAGE_SIZE)}
				hrefFor={(page) => paths.adminAppointments(pageQuery(filters, page))}
			/>
		</>
	)
}

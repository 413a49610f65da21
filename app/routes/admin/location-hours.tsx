import { Form } from 'react-router'
import { requireMember } from '#app/features/company/admin-context.server.ts'
import { requireLocation, submit, submitPlain } from '#app/features/company/commands.server.ts'
import { exceptionSchema } from '#app/features/company/company.form.ts'
import { FormMessage, Panel, replyTo, SavedMessage } from '#app/features/company/form-parts.tsx'
import { saveWeek } from '#app/features/company/hours.server.ts'
import styles from '#app/features/company/panel.module.css'
import { fieldOf, textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/location-hours.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, mayManage } = await requireMember(context, request)
	const [people, exceptions] = await Promise.all([
		client
			.from('employees')
			.select('id, name, hours:working_hours(id, weekday, starts, ends)')
			.eq('location_id', params.id)
			.order('position'),
		client
			.from('exceptions')
			.select('id, employee_id, kind, starts_at, ends_at, reason')
			.eq('location_id', params.id)
			.gte('ends_at', new Date().toISOString().slice(0, 10))
			.order('starts_at'),
	])
	return {
		people: invariantData(people),
		exceptions: invariantData(exceptions),
		mayManage,
		year: new Date().getUTCFullYear(),
	}
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, locationId } = await requireLocation(context, request, params.id)
	const form = await request.formData()
	const back = paths.adminWorkingHours(locationId)
	const id = textOf(form, 'id')
	switch (form.get('intent')) {
		case 'week':
			return submitPlain(form, back, () => saveWeek(client, locationId, id, form))
		case 'remove':
			return submitPlain(form, back, () =>
				client.from('exceptions').delete().eq('id', id).eq('location_id', locationId),
			)
		case 'holidays':
			return submitPlain(form, back, () =>
				client.rpc('add_public_holidays', { p_location: locationId, p_year: Number(form.get('year')) }),
			)
		default:
			return submit(form, exceptionSchema, back, (value) =>
				client.from('exceptions').insert({ ...value, location_id: locationId }),
			)
	}
}

const WEEKDAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag']

/** "2026-11-23T09:00:00" → "23.11.2026 09:00" */
const shown = (wall: string): string =>
	`${wall.slice(8, 10)}.${wall.slice(5, 7)}.${wall.slice(0, 4)} ${wall.slice(11, 16)}`

/** Weekly hours per person, absences, special openings, public holidays. */
export default function HoursPage({ loaderData, actionData }: Route.ComponentProps) {
	const { people, exceptions, mayManage, year } = loaderData
	const reply = replyTo(actionData, 'exception')
	return (
		<div className={styles.stack}>
			<SavedMessage refusal={actionData} />
			<FormMessage
				reply={replyTo(actionData, 'week') ?? replyTo(actionData, 'holidays') ?? replyTo(actionData, 'remove')}
			/>
			{people.length === 0 ? <p>Bitte legen Sie zuerst eine Person im Team an.</p> : null}
			{people.map(({ id, name, hours }) => (
				<Panel key={id} title={name}>
					<Form method="post" key={JSON.stringify(hours)}>
						<fieldset
							disabled={!mayManage}
							className={styles.stack}
							style={{ border: 0, padding: 0, margin: 0, gap: 0 }}
						>
							<input type="hidden" name="id" value={id} />
							{WEEKDAYS.map((day, index) => {
								const rows = hours
									.filter(({ weekday }) => weekday === index + 1)
									.sort((one, other) => one.starts.localeCompare(other.starts))
								return [...rows, undefined].slice(0, Math.max(2, rows.length)).map((row, position) => (
									// oxlint-disable-next-line react/no-array-index-key -- rows have no other place
									<div className={styles.day} key={`${day}-${position}`}>
										<span>{position === 0 ? day : <span className="visually-hidden">{day}, weitere Zeit</span>}</span>
										<input type="hidden" name={`row-${index + 1}`} value={row?.id ?? ''} />
										<input
											type="time"
											name={`starts-${index + 1}`}
											className={styles.time}
											aria-label={`${day} von`}
											defaultValue={row?.starts.slice(0, 5)}
										/>
										<input
											type="time"
											name={`ends-${index + 1}`}
											className={styles.time}
											aria-label={`${day} bis`}
											defaultValue={row?.ends.slice(0, 5).replace('24:00', '00:00')}
										/>
									</div>
								))
							})}
							{mayManage ? (
								<div className={styles.line}>
									<Button name="intent" value="week">
										Zeiten speichern
									</Button>
									<label className={styles.check}>
										<input type="checkbox" name="copy" /> Montag für Dienstag bis Freitag übernehmen
									</label>
								</div>
							) : null}
						</fieldset>
					</Form>
				</Panel>
			))}
			<Panel title="Abwesenheiten, Sonderöffnungen, Feiertage">
				<ul className={styles.list}>
					{exceptions.map((row) => (
						<li key={row.id} className={styles.item}>
							<span>
								{row.kind === 'open' ? 'Geöffnet' : 'Geschlossen'}: {shown(row.starts_at)} bis {shown(row.ends_at)}
								{row.reason ? `, ${row.reason}` : ''}
								{row.employee_id ? ` (${people.find(({ id }) => id === row.employee_id)?.name ?? ''})` : ''}
							</span>
							{mayManage ? (
								<Form method="post" preventScrollReset>
									<input type="hidden" name="id" value={row.id} />
									<Button kind="plain" name="intent" value="remove" aria-label={`Entfernen: ${shown(row.starts_at)}`}>
										Entfernen
									</Button>
								</Form>
							) : null}
						</li>
					))}
				</ul>
				{mayManage ? (
					<>
						<div className={styles.line}>
							{[year, year + 1].map((each) => (
								<Form key={each} method="post" preventScrollReset>
									<input type="hidden" name="year" value={each} />
									<Button kind="secondary" name="intent" value="holidays">
										Feiertage {each} eintragen
									</Button>
								</Form>
							))}
						</div>
						<Form method="post" noValidate className={styles.form} key={exceptions.length}>
							<FormMessage reply={reply} />
							<SelectField {...fieldOf(reply, 'kind', 'closed')} label="Art">
								<option value="closed">Abwesend oder geschlossen</option>
								<option value="open">Zusätzlich geöffnet</option>
							</SelectField>
							<SelectField {...fieldOf(reply, 'employee_id')} label="Für" optional>
								<option value="">Den ganzen Standort</option>
								{people.map(({ id, name }) => (
									<option key={id} value={id}>
										{name}
									</option>
								))}
							</SelectField>
							<TextField {...fieldOf(reply, 'starts_at')} label="Von" type="datetime-local" />
							<TextField {...fieldOf(reply, 'ends_at')} label="Bis" type="datetime-local" />
							<TextField {...fieldOf(reply, 'reason')} label="Grund" optional maxLength={120} />
							<Button kind="secondary" name="intent" value="exception">
								Eintragen
							</Button>
						</Form>
					</>
				) : null}
			</Panel>
		</div>
	)
}

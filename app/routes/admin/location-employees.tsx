import { Form } from 'react-router'
import { requireMember } from '#app/features/company/admin-context.server.ts'
import { requireLocation, submit } from '#app/features/company/commands.server.ts'
import { employeeSchema } from '#app/features/company/company.form.ts'
import { FormMessage, Panel, type Refusal, replyTo, SavedMessage, Tick } from '#app/features/company/form-parts.tsx'
import styles from '#app/features/company/panel.module.css'
import { fieldOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/location-employees.ts'

type Person = { id: string; name: string; title: string; color: string; position: number; active: boolean }

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, mayManage } = await requireMember(context, request)
	const people = invariantData(
		await client
			.from('employees')
			.select('id, name, title, color, position, active')
			.eq('location_id', params.id)
			.order('position')
			.order('name'),
	)
	return { people, mayManage }
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, locationId } = await requireLocation(context, request, params.id)
	return submit(await request.formData(), employeeSchema, paths.adminEmployees(locationId), ({ id, ...person }) =>
		id
			? client.from('employees').update(person).eq('id', id).eq('location_id', locationId)
			: client.from('employees').insert({ ...person, location_id: locationId }),
	)
}

/** The people of a location. */
export default function EmployeesPage({ loaderData, actionData }: Route.ComponentProps) {
	const { people, mayManage } = loaderData
	return (
		<div className={styles.stack}>
			<SavedMessage refusal={actionData} />
			{people.length > 0 ? (
				<Panel title="Team">
					<ul className={styles.list}>
						{people.map((person) => (
							<li key={person.id}>
								<details className={styles.edit} open={actionData?.form === `employee${person.id}` || undefined}>
									<summary>
										<span className={styles.dot} style={{ background: person.color }} />
										{person.title ? `${person.name}, ${person.title}` : person.name}
										{person.active ? '' : ' (pausiert)'}
									</summary>
									{mayManage ? <PersonForm person={person} refusal={actionData} /> : null}
								</details>
							</li>
						))}
					</ul>
				</Panel>
			) : null}
			{mayManage ? (
				<Panel title={people.length === 0 ? 'Wer arbeitet hier?' : 'Person hinzufügen'}>
					<PersonForm key={people.length} refusal={actionData} />
				</Panel>
			) : null}
		</div>
	)
}

function PersonForm({ person, refusal }: { person?: Person; refusal?: Refusal }) {
	const reply = replyTo(refusal, `employee${person?.id ?? ''}`)
	return (
		<Form method="post" noValidate className={styles.form}>
			<FormMessage reply={reply} />
			{person ? <input type="hidden" name="id" value={person.id} /> : null}
			<TextField {...fieldOf(reply, 'name', person?.name)} label="Name" maxLength={120} />
			<TextField {...fieldOf(reply, 'title', person?.title)} label="Beruf oder Aufgabe" optional maxLength={80} />
			<TextField {...fieldOf(reply, 'color', person?.color ?? '#235789')} label="Farbe im Kalender" type="color" />
			<TextField
				{...fieldOf(reply, 'position', String(person?.position ?? 0))}
				label="Reihenfolge"
				inputMode="numeric"
			/>
			<Tick name="active" label="Nimmt Termine an" checked={person?.active ?? true} />
			<Button name="intent" value="employee" kind={person ? 'secondary' : 'primary'}>
				{person ? 'Speichern' : 'Hinzufügen'}
			</Button>
		</Form>
	)
}

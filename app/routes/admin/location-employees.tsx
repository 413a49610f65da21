import { Form } from 'react-router'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { ArchiveList } from '#app/ui/archive-list.tsx'
import { requireLocation, submit, submitOrder, submitPlain } from '#app/features/shell/commands.server.ts'
import { changePortrait } from '#app/features/pictures/portrait.server.ts'
import { PortraitForm } from '#app/features/team/portrait-form.tsx'
import { employeeSchema } from '#app/features/team/team.form.ts'
import {
	addEmployee,
	type AdminEmployee,
	editEmployee,
	loadEmployees,
	removeEmployee,
	restoreEmployee,
} from '#app/features/team/team.server.ts'
import { FormMessage, Panel, type Refusal, replyTo, rowReply, SavedMessage, Tick, Ticks } from '#app/ui/form-parts.tsx'
import { OrderedList } from '#app/ui/ordered-list.tsx'
import styles from '#app/ui/panel.module.css'
import { LANGUAGES } from '#app/features/catalogue/languages.ts'
import { employeeTyped } from '#app/features/team/team.edit.ts'
import { fieldOf, textOf, tickOf, ticksOf } from '#app/lib/form.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/location-employees.ts'
import { useShown } from '#app/ui/use-shown.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, mayManage } = await requireMember(context, request)
	const people = await loadEmployees(client, params.id)
	return {
		people: people.filter(({ archived }) => !archived),
		archive: people.filter(({ archived }) => archived),
		mayManage,
	}
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, locationId } = await requireLocation(context, request, params.id)
	const form = await readForm(request)
	const back = adminPaths.employees(locationId)
	const id = textOf(form, 'id')
	switch (form.get('intent')) {
		case 'order':
			return submitOrder(form, (p_ids) => client.rpc('order_employees', { p_location: locationId, p_ids }))
		case 'remove':
			return submitPlain(form, back, () => removeEmployee(client, locationId, id))
		case 'portrait':
		case 'remove-portrait':
			return submitPlain(form, back, () => changePortrait(client, { location: locationId, id }, form))
		case 'restore':
			return submitPlain(form, back, () => restoreEmployee(client, locationId, id))
		default:
			if (isUuid(id)) return editEmployee(client, locationId, id, form)
			return submit(form, employeeSchema, back, ({ id: _id, ...person }) => addEmployee(client, locationId, person))
	}
}

/** The people of a location. */
export default function EmployeesPage({ loaderData, actionData }: Route.ComponentProps) {
	const { people, archive, mayManage } = loaderData
	return (
		<div className={styles.stack}>
			<SavedMessage refusal={actionData} />
			<FormMessage reply={rowReply(actionData, 'order', 'remove', 'restore')} />
			{people.length > 0 ? (
				<Panel title="Team">
					<OrderedList
						fixed={!mayManage}
						items={people.map((person) => ({
							id: person.id,
							name: person.name,
							body: mayManage ? (
								<details className={styles.edit} open={actionData?.form.endsWith(person.id) || undefined}>
									<summary>
										<Row person={person} />
									</summary>
									<PersonForm person={person} refusal={actionData} />
									<PortraitForm person={person} refusal={actionData} />
									<Form method="post" className={styles.remove} preventScrollReset>
										<input type="hidden" name="id" value={person.id} />
										<Button kind="plain" name="intent" value="remove" aria-label={`${person.name} entfernen`}>
											Entfernen
										</Button>
										<span className={styles.soft}>Kommt ins Archiv und lässt sich wiederherstellen.</span>
									</Form>
								</details>
							) : (
								<Row person={person} />
							),
						}))}
					/>
				</Panel>
			) : null}
			{mayManage ? (
				<Panel title={people.length === 0 ? 'Wer arbeitet hier?' : 'Person hinzufügen'}>
					{people.length === 0 ? (
						<p className={styles.soft}>Auch wenn Sie allein arbeiten: Tragen Sie sich selbst als erste Person ein.</p>
					) : null}
					<PersonForm key={people.length} refusal={actionData} />
				</Panel>
			) : null}
			<ArchiveList rows={archive} mayManage={mayManage} />
		</div>
	)
}

function Row({ person }: { person: AdminEmployee }) {
	return (
		<span className={styles.row}>
			<strong>
				<svg className={styles.dot} aria-hidden="true">
					<circle cx="50%" cy="50%" r="50%" fill={person.color} />
				</svg>
				{person.name}
			</strong>
			{person.title ? <span className={styles.soft}>{person.title}</span> : null}
			{person.languages.length > 0 ? (
				<span className={styles.soft}>
					Spricht {person.languages.map((code) => LANGUAGES[code] ?? code).join(', ')}
				</span>
			) : null}
			{person.active ? null : <Badge kind="waiting">Pausiert</Badge>}
		</span>
	)
}

function PersonForm({ person, refusal }: { person?: AdminEmployee; refusal?: Refusal }) {
	const reply = replyTo(refusal, `employee${person?.id ?? ''}`)
	const shown = useShown(reply, person ? employeeTyped(person) : {})
	return (
		<Form method="post" noValidate className={styles.form} preventScrollReset={person !== undefined} key={shown}>
			<FormMessage reply={reply} />
			{person ? (
				<>
					<input type="hidden" name="id" value={person.id} />
					<input type="hidden" name="shown" value={shown} />
				</>
			) : null}
			<TextField {...fieldOf(reply, 'name', person?.name)} label="Name" maxLength={120} />
			<TextField {...fieldOf(reply, 'title', person?.title)} label="Beruf oder Aufgabe" optional maxLength={80} />
			<TextField {...fieldOf(reply, 'color', person?.color ?? '#235789')} label="Farbe im Kalender" type="color" />
			<Ticks
				legend="Sprachen"
				hint="Kund:innen können danach suchen. Ohne Angabe gilt, was beim Standort steht."
				name="languages"
				choices={Object.entries(LANGUAGES)}
				ticked={ticksOf(reply, 'languages', person?.languages)}
			/>
			<Tick name="active" label="Nimmt Termine an" checked={tickOf(reply, 'active', person?.active ?? true)} />
			<Button name="intent" value="employee" kind={person ? 'secondary' : 'primary'} className={styles.send}>
				{person ? 'Speichern' : 'Hinzufügen'}
			</Button>
		</Form>
	)
}

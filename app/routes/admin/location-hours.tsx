import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { requireLocation, submit, submitPlain } from '#app/features/shell/commands.server.ts'
import { exceptionSchema } from '#app/features/hours/exceptions.form.ts'
import { ExceptionsPanel } from '#app/features/hours/exceptions-panel.tsx'
import { FormMessage, Panel, replyTo, rowReply, SavedMessage } from '#app/ui/form-parts.tsx'
import { addPeriod, saveWeeks } from '#app/features/hours/hours.server.ts'
import styles from '#app/ui/panel.module.css'
import { WeekForm } from '#app/features/hours/week-form.tsx'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/location-hours.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, mayManage, locations } = await requireMember(context, request)
	const location = locations.find(({ id }) => id === params.id)
	invariantResponse(location)
	const today = localDate(new Date(), location.time_zone)
	const [people, exceptions] = await Promise.all([
		allRows((from, to) =>
			client
				.from('employees')
				.select('id, name, hours:working_hours(id, weekday, starts, ends, valid_from, valid_to)')
				.eq('location_id', params.id)
				.eq('archived', false)
				.order('position')
				.order('name')
				.order('id')
				.range(from, to),
		),
		allRows((from, to) =>
			client
				.from('exceptions')
				.select('id, employee_id, kind, starts_at, ends_at, reason')
				.eq('location_id', params.id)
				.gt('ends_at', today)
				.order('starts_at')
				.order('id')
				.range(from, to),
		),
	])
	return {
		id: params.id,
		people,
		exceptions,
		mayManage,
		today,
	}
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, locationId, locations } = await requireLocation(context, request, params.id)
	const zone = locations.find(({ id }) => id === locationId)?.time_zone ?? HOME_ZONE
	const place = { client, locationId, today: localDate(new Date(), zone) }
	const form = await readForm(request)
	const back = adminPaths.workingHours(locationId)
	const id = textOf(form, 'id')
	if (form.has('drop')) form.set('intent', 'week')
	switch (form.get('intent')) {
		case 'week':
			return submitPlain(form, back, () => saveWeeks(place, id, form))
		case 'period':
			return submitPlain(form, back, () => addPeriod(place, id, { from: textOf(form, 'from'), to: textOf(form, 'to') }))
		case 'remove':
			return submitPlain(form, back, () =>
				client.from('exceptions').delete().eq('id', id).eq('location_id', locationId),
			)
		case 'holidays':
			return submitPlain(form, back, () =>
				client.rpc('add_public_holidays', { p_location: locationId, p_year: Number(form.get('year')) }),
			)
		default:
			return submit(form, exceptionSchema(place.today), back, (value) =>
				client.from('exceptions').insert({ ...value, location_id: locationId }),
			)
	}
}

/** Weekly hours per person, absences, special openings, public holidays. */
export default function HoursPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id: location, people, exceptions, mayManage, today } = loaderData
	return (
		<div className={styles.stack}>
			<SavedMessage refusal={actionData} />
			<FormMessage reply={rowReply(actionData, 'holidays', 'remove')} />
			{people.length === 0 ? (
				<Panel title="Wann wird gearbeitet?">
					<p>Arbeitszeiten gehören zu Personen. Legen Sie zuerst Ihr Team an, auch wenn Sie allein arbeiten.</p>
					<ButtonLink to={adminPaths.employees(location)}>Zum Team</ButtonLink>
				</Panel>
			) : null}
			{people.map(({ id, name, hours }) => (
				<Panel key={id} title={name}>
					<WeekForm
						key={JSON.stringify(hours)}
						{...{ id, hours, mayManage, today }}
						reply={replyTo(actionData, `week${id}`)}
						periodReply={replyTo(actionData, `period${id}`)}
					/>
				</Panel>
			))}
			<ExceptionsPanel {...{ exceptions, people, today, mayManage }} refusal={actionData} />
		</div>
	)
}

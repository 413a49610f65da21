import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { requireLocation, submitPlain } from '#app/features/shell/commands.server.ts'
import { loadExceptions, removeException, saveException } from '#app/features/hours/exceptions.server.ts'
import { ExceptionsPanel } from '#app/features/hours/exceptions-panel.tsx'
import { FormMessage, Panel, replyTo, rowReply, SavedMessage } from '#app/ui/form-parts.tsx'
import { loadLocationWeek, loadOutside, loadWeeks } from '#app/features/hours/hours.queries.server.ts'
import { addPeriod, changeWeeks, chooseHours, fillIn, saveWeeks } from '#app/features/hours/hours.server.ts'
import { OutsideNotice } from '#app/features/hours/outside.tsx'
import { PersonHours } from '#app/features/hours/person-hours.tsx'
import { PRESET_CHOICES } from '#app/features/hours/presets.ts'
import styles from '#app/ui/panel.module.css'
import { WeekForm } from '#app/features/hours/week-form.tsx'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/location-hours.ts'

// So many are named at first, and so many with all of them.
const FEW = 5
const ALL = 200

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const { client, mayManage, locations, location: chosen } = await requireMember(context, request)
	const location = locations.find(({ id }) => id === params.id)
	invariantResponse(location)
	const now = new Date()
	const today = localDate(now, location.time_zone)
	const [people, opened, exceptions, outside] = await Promise.all([
		loadWeeks(client, params.id),
		loadLocationWeek(client, params.id),
		loadExceptions(client, params.id, today),
		loadOutside(client, params.id, url.searchParams.has('ausserhalb') ? ALL : FEW),
	])
	return {
		id: params.id,
		people,
		opened,
		exceptions,
		mayManage,
		today,
		outside,
		saved: url.searchParams.has('gespeichert'),
		zone: location.time_zone,
		now: now.toISOString(),
		inCalendar: location.id === chosen?.id,
	}
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, locationId, locations } = await requireLocation(context, request, params.id)
	const zone = locations.find(({ id }) => id === locationId)?.time_zone ?? HOME_ZONE
	const form = await readForm(request)
	const back = adminPaths.workingHours(locationId)
	const place = { client, locationId, today: localDate(new Date(), zone), back }
	const id = textOf(form, 'id')
	if (form.has('drop') || form.has('sure')) form.set('intent', 'week')
	if (form.has('copyweek')) form.set('intent', 'weeks')
	switch (form.get('intent')) {
		case 'week':
			return saveWeeks(place, id, form)
		case 'weeks':
			return changeWeeks(place, form)
		case 'preset':
			return fillIn(place, form)
		case 'choose':
			return chooseHours(place, id, form)
		case 'period':
			return addPeriod(place, id, form)
		case 'remove':
			return removeException(place, form)
		case 'holidays':
			return submitPlain(form, back, () =>
				client.rpc('add_public_holidays', { p_location: locationId, p_year: Number(form.get('year')) }),
			)
		default:
			return saveException(place, form, await loadWeeks(client, locationId))
	}
}

/** After a refusal as well: it may say that something else is stored by now. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
	return formMethod === 'POST' || defaultShouldRevalidate
}

/** Opening hours of the location, weekly hours of people, absences, special openings, public holidays. */
export default function HoursPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id: location, people, opened, exceptions, mayManage, today } = loaderData
	const presets = [...PRESET_CHOICES, ...people.map(({ id, name }) => ({ value: id, label: `Wie ${name}` }))]
	return (
		<div className={styles.stack}>
			<SavedMessage refusal={actionData} />
			<OutsideNotice {...loaderData} />
			<FormMessage reply={rowReply(actionData, 'holidays', 'remove')} />
			<Panel title="Öffnungszeiten">
				<p className={styles.soft}>
					Gelten für alle ohne eigene Zeiten. Auf Ihrer Seite steht, wann jemand aus dem Team arbeitet.
				</p>
				<WeekForm
					{...{ id: location, hours: opened, presets, mayManage, today }}
					reply={replyTo(actionData, `week${location}`)}
					periodReply={replyTo(actionData, `period${location}`)}
				/>
			</Panel>
			{people.length === 0 ? (
				<Panel title="Wann wird gearbeitet?">
					<p>Arbeitszeiten gehören zu Personen. Legen Sie zuerst Ihr Team an, auch wenn Sie allein arbeiten.</p>
					<ButtonLink to={adminPaths.employees(location)}>Zum Team</ButtonLink>
				</Panel>
			) : null}
			{people.map((person) => (
				<PersonHours
					key={person.id}
					{...{ person, mayManage, today }}
					presets={[{ value: location, label: 'Wie die Öffnungszeiten' }, ...presets]}
					refusal={actionData}
				/>
			))}
			<ExceptionsPanel {...{ exceptions, people, today, mayManage }} refusal={actionData} />
		</div>
	)
}

import { data, Link } from 'react-router'
import { newEventSchema } from '#app/features/events/event.form.ts'
import { loadKinds } from '#app/features/events/events.queries.server.ts'
import { NewEventForm } from '#app/features/events/new-form.tsx'
import { makeEvents, previewSeries, wishKey } from '#app/features/events/series.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { localDate } from '#app/lib/dates.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { readDate, readTime } from '#app/lib/typed-times.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/event-new.ts'
import { loadChoices, requireOrganiser } from './event-member.server.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireOrganiser(context, request)
	const [choices, kinds] = await Promise.all([loadChoices(member), loadKinds(member.client, member.location)])
	const query = url.searchParams
	const day = readDate(query.get('am') ?? query.get('tag'), choices.today).value
	return {
		...{ choices, kinds, location: member.location.id },
		// The place in the calendar from which the form was opened.
		values: {
			employee_id: [query.get('bei'), query.get('person')].find(isUuid) ?? '',
			...{ resource_id: query.get('raum') ?? '', day: day ? dateText(day) : '' },
			...{ from: readTime(query.get('zeit')).value, to: readTime(query.get('bis'), { ends: true }).value },
		},
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const member = await requireOrganiser(context, request)
	const form = await readForm(request)
	const today = localDate(new Date(), member.location.time_zone)
	const submission = parseForm(form, { schema: newEventSchema(today) })
	const preview = undefined
	if (submission.status !== 'success') return data({ reply: submission.reply(), preview }, { status: 400 })
	const wish = submission.value
	const ticked = form.getAll('date').filter((value) => typeof value === 'string')
	if (wish.weeks > 0) {
		if (form.get('of') !== wishKey(wish))
			return data({ reply: submission.reply(), preview: await previewSeries(member, wish) })
		if (ticked.length === 0) {
			const message = 'Bitte wählen Sie mindestens einen Tag.'
			const shown = { ...(await previewSeries(member, wish, [])), message }
			return data({ reply: submission.reply(), preview: shown }, { status: 400 })
		}
	}
	const made = await makeEvents(member, wish, ticked)
	if ('id' in made)
		return redirect(
			wish.weeks > 0 ? `${adminPaths.events()}?gespeichert=1` : `${adminPaths.event(made.id)}?gespeichert=1`,
		)
	if ('preview' in made) return data({ reply: submission.reply(), preview: made.preview }, { status: 400 })
	const wrong = 'fields' in made ? { fieldErrors: made.fields } : { formErrors: [made.error] }
	return data({ reply: submission.reply(wrong), preview }, { status: 400 })
}

/** The form for a new event. */
export default function NewEventPage({ loaderData, actionData }: Route.ComponentProps) {
	const { choices, kinds, values, location } = loaderData
	return (
		<>
			<title>Neuer Kurs · Zeitplatz</title>
			<p>
				<Link to={adminPaths.events()}>‹ Kurse</Link>
			</p>
			<div className={styles.head}>
				<h1>Neuer Kurs</h1>
			</div>
			<div className={styles.stack}>
				{kinds.length === 0 || choices.people.length === 0 ? (
					<EmptyState
						icon="people"
						what="Ein Kurs braucht eine Leistung und eine Person."
						how="Die Leistung sagt, in welcher Kategorie er steht. Sie muss nicht einzeln buchbar sein."
						action={<ButtonLink to={adminPaths.services(location)}>Leistungen anlegen</ButtonLink>}
					/>
				) : (
					<Panel title="Angaben">
						<NewEventForm {...choices} {...{ kinds, values }} reply={actionData?.reply} preview={actionData?.preview} />
					</Panel>
				)}
			</div>
		</>
	)
}

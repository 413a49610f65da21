import { data } from 'react-router'
import { act } from '#app/features/appointments/appointments.commands.server.ts'
import { withCardsOf } from '#app/features/appointments/cards.queries.server.ts'
import { loadPeople, loadRequests } from '#app/features/appointments/appointments.queries.server.ts'
import { MoreRequests } from '#app/features/appointments/more-requests.tsx'
import { RequestList } from '#app/features/appointments/request-list.tsx'
import { ChimeSwitch } from '#app/features/calendar/chime-switch.tsx'
import { FROM, LAST, OPEN_LIST, shownBy, shownWith } from '#app/features/calendar/shown-by.ts'
import { loadWaitingEvents } from '#app/features/events/waiting-events.queries.server.ts'
import { WaitingEvents } from '#app/features/events/waiting-events.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { textOf } from '#app/lib/form.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SidePanel } from '#app/ui/side-panel.tsx'
import { takesFocus, useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { useKept } from '#app/ui/use-kept.ts'
import type { Route } from './+types/calendar-open.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location, rights } = member
	const now = new Date()
	const [people, { requests, more }, waiting] = await Promise.all([
		loadPeople(client, location, member),
		loadRequests(client, location, now),
		loadWaitingEvents(client, location, now),
	])
	const waits = await withCardsOf(
		client,
		member.companyId,
		waiting.flatMap((course) => course.waits),
	)
	const cards = new Map(waits.map(({ id, card }) => [id, card]))
	const courses = waiting.map((course) => ({
		...course,
		waits: course.waits.map((wait) => ({ ...wait, card: cards.get(wait.id) })),
	}))
	const shown = shownBy(url)
	return {
		...{ people, requests, more, courses, rights, shown },
		zone: location.time_zone,
		now: now.toISOString(),
		last: url.searchParams.get(LAST),
		back: adminPaths.calendar(shown),
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, location } = await requireChosenLocation(context, request)
	const form = await readForm(request)
	const outcome = await act(client, location, textOf(form, 'id'), form)
	return data({ outcome }, { status: outcome.ok ? 200 : 400 })
}

/** What is open, beside the calendar: requests with their answers, and who waits for a seat of a course. */
export default function CalendarOpenPage({ loaderData, actionData }: Route.ComponentProps) {
	const { people, requests, more, courses, rights, shown, zone, now, last, back } = loaderData
	const outcome = useKept(actionData)?.outcome
	const place = useAnswerFocus<HTMLDivElement>(outcome)
	return (
		<SidePanel id="offen" label="Offen" back={back}>
			<ButtonLink to={back} kind="plain" preventScrollReset aria-label="Offenes schließen">
				Schließen
			</ButtonLink>
			<h1 tabIndex={-1}>Offen</h1>
			<div ref={place}>
				<div aria-live="polite" {...takesFocus}>
					{outcome ? (
						<Notice key={outcome.at} kind={outcome.ok ? 'success' : 'danger'}>
							{outcome.message}
						</Notice>
					) : null}
				</div>
			</div>
			{requests.length === 0 && courses.length === 0 ? (
				<EmptyState
					icon="done"
					what="Hier ist nichts offen."
					how="Anfragen erscheinen, sobald jemand bucht und Sie selbst bestätigen wollen; Wartende, sobald ein Kurs voll ist."
				/>
			) : null}
			{requests.length > 0 ? (
				<section aria-labelledby="offen-anfragen">
					<h2 id="offen-anfragen">Anfragen</h2>
					<RequestList
						{...{ requests, people, rights, zone, now, last }}
						hrefFor={(request) =>
							adminPaths.inCalendar(request.id, { ...shownWith(shown, request, zone), [FROM]: OPEN_LIST })
						}
					/>
					<MoreRequests more={more} />
				</section>
			) : null}
			{courses.length > 0 ? (
				<section aria-labelledby="offen-wartelisten">
					<h2 id="offen-wartelisten">Wartelisten</h2>
					<WaitingEvents {...{ courses, zone }} />
				</section>
			) : null}
			<ChimeSwitch />
		</SidePanel>
	)
}

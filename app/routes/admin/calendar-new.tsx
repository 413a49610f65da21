import { data, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { loadCreate } from '#app/features/appointments/create-page.server.ts'
import { CreatePage } from '#app/features/appointments/create-page.tsx'
import { submitCreate } from '#app/features/appointments/create.server.ts'
import { CreateChoice } from '#app/features/calendar/create-choice.tsx'
import { asksFor, remembered } from '#app/features/calendar/remembered.ts'
import { shownBy, wayOut } from '#app/features/calendar/shown-by.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate } from '#app/lib/dates.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { readDate } from '#app/lib/typed-times.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { SidePanel } from '#app/ui/side-panel.tsx'
import type { Route } from './+types/calendar-new.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const asked = Object.fromEntries(url.searchParams) as Record<string, string | undefined>
	// Whoever comes from elsewhere in the admin finds the calendar as they left it.
	if (!asksFor(url.searchParams)) throw redirect(adminPaths.newInCalendar({ ...asked, ...lastShown(request, member) }))
	const { tag, person, ...rest } = asked
	const { zeit, bis, kunde, jetzt, leistung } = rest
	const wish = { zeit, bis, kunde, jetzt, leistung, tag: rest.am ?? tag, person: rest.bei ?? person }
	const create = await loadCreate(member, wish)
	return { create, back: wayOut(url) }
}

function lastShown(request: Request, { location }: Awaited<ReturnType<typeof requireChosenLocation>>) {
	const today = localDate(new Date(), location.time_zone)
	const { view, person, day = today } = remembered(request, location.id, today)
	// A day that is over is shown again, but nothing new is entered there by itself.
	return {
		tag: day,
		am: day < today ? today : undefined,
		ansicht: view === 'tag' ? undefined : view,
		person: person || undefined,
	}
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const member = await requireChosenLocation(context, request)
	const form = await readForm(request)
	const answer = await submitCreate(member, form)
	if (!('id' in answer)) return data(answer, { status: answer.free || answer.question ? 200 : 400 })
	const typed = form.get('tag')
	const today = localDate(new Date(), member.location.time_zone)
	const day = readDate(typeof typed === 'string' ? typed : null, today).value
	// The calendar goes to its day and to the entry.
	const shown = shownBy(url)
	const serie = answer.count > 1 ? String(answer.count) : undefined
	return redirect(adminPaths.calendar({ ...shown, tag: day || shown.tag, neu: answer.id, serie }))
}

/** What is asked for, however it is written: the router writes a typed address anew when the form is sent. */
const askedIn = (search: string): string => new URLSearchParams(search).toString()

/** The initial values of the form stay while it is open, whatever happens in the calendar. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
	currentUrl.pathname !== nextUrl.pathname || askedIn(currentUrl.search) !== askedIn(nextUrl.search)

/** A new appointment beside the calendar. */
export default function CalendarNewPage({ loaderData: { create, back }, actionData }: Route.ComponentProps) {
	const { search } = useLocation()
	return (
		<SidePanel id={askedIn(search)} label="Neuer Termin" back={back}>
			<ButtonLink to={back} kind="plain" preventScrollReset aria-label="Neuen Termin schließen">
				Schließen
			</ButtonLink>
			<CreateChoice chosen="appointment" />
			<h1 tabIndex={-1}>Neuer Termin</h1>
			<CreatePage data={create} answer={actionData} />
		</SidePanel>
	)
}

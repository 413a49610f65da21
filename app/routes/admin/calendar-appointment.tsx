import { data } from 'react-router'
import { loadDetail } from '#app/features/appointments/appointment-page.server.ts'
import { act } from '#app/features/appointments/appointments.commands.server.ts'
import { Detail } from '#app/features/appointments/detail.tsx'
import { paths } from '#app/lib/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/calendar-appointment.ts'
import { requirePlace } from './appointment-member.server.ts'
import styles from './calendar.module.css'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const detail = await loadDetail(await requirePlace(context, request), params.id, url)
	const ansicht = url.searchParams.get('ansicht') ?? undefined
	return { detail, back: paths.adminCalendar({ tag: url.searchParams.get('tag') ?? undefined, ansicht }) }
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, place } = await requirePlace(context, request)
	const outcome = await act(client, place, params.id, await request.formData())
	return data({ outcome }, { status: outcome.ok ? 200 : 400 })
}

/** Whoever opens an appointment goes on reading there. Outside the component, so that it runs once for each appointment. */
function focusTitle(panel: HTMLElement | null): void {
	panel?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** The appointment beside the calendar, with an address of its own. */
export default function CalendarAppointmentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { detail, back } = loaderData
	const { id } = detail.appointment
	return (
		<aside key={id} className={styles.panel} aria-label="Termin" ref={focusTitle}>
			<Detail
				data={detail}
				outcome={actionData?.outcome}
				close={
					<ButtonLink to={back} kind="plain" preventScrollReset aria-label="Termin schließen">
						Schließen
					</ButtonLink>
				}
			/>
		</aside>
	)
}

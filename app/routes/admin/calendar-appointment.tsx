import { data } from 'react-router'
import { loadDetail } from '#app/features/appointments/appointment-page.server.ts'
import { act } from '#app/features/appointments/appointments.commands.server.ts'
import { Detail } from '#app/features/appointments/detail.tsx'
import { SidePanel } from '#app/ui/side-panel.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { useKept } from '#app/ui/use-kept.ts'
import type { Route } from './+types/calendar-appointment.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const detail = await loadDetail(await requireChosenLocation(context, request), params.id, url)
	const ansicht = url.searchParams.get('ansicht') ?? undefined
	const [tag, person] = ['tag', 'person'].map((name) => url.searchParams.get(name) ?? undefined)
	return { detail, back: adminPaths.calendar({ tag, ansicht, person }) }
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, location } = await requireChosenLocation(context, request)
	const outcome = await act(client, location, params.id, await readForm(request))
	return data({ outcome }, { status: outcome.ok ? 200 : 400 })
}

/** The appointment beside the calendar, with an address of its own. */
export default function CalendarAppointmentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { detail, back } = loaderData
	const { id } = detail.appointment
	const outcome = useKept(actionData?.outcome, id)
	return (
		<SidePanel id={id} label="Termin" back={back}>
			<Detail
				data={detail}
				outcome={outcome}
				close={
					<ButtonLink to={back} kind="plain" preventScrollReset aria-label="Termin schließen">
						Schließen
					</ButtonLink>
				}
			/>
		</SidePanel>
	)
}

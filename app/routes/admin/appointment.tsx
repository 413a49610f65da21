import { data } from 'react-router'
import { loadDetail } from '#app/features/appointments/appointment-page.server.ts'
import { act } from '#app/features/appointments/appointments.commands.server.ts'
import { Detail } from '#app/features/appointments/detail.tsx'
import { backToWithdrawals, FROM_WITHDRAWALS } from '#app/features/appointments/withdrawals.list.ts'
import { SidePanel } from '#app/ui/side-panel.tsx'
import { localDate } from '#app/lib/dates.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/appointment.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const detail = await loadDetail(await requireChosenLocation(context, request), params.id, url)
	return { detail, back: wayBack(url.searchParams) }
}

/** The page of the list from which the appointment was opened. */
function wayBack(from: URLSearchParams): string {
	const withdrawals = from.get(FROM_WITHDRAWALS)
	if (withdrawals !== null) return backToWithdrawals(withdrawals)
	const query = new URLSearchParams(from)
	query.delete('umbuchen')
	return `${adminPaths.appointments()}${query.size > 0 ? `?${query}` : ''}`
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, location } = await requireChosenLocation(context, request)
	const outcome = await act(client, location, params.id, await readForm(request))
	return data({ outcome }, { status: outcome.ok ? 200 : 400 })
}

/** An appointment beside the list, with its own address. */
export default function AppointmentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { detail, back } = loaderData
	const { appointment, zone } = detail
	const day = localDate(appointment.starts_at, zone)
	return (
		<SidePanel id={appointment.id} label="Termin" back={back}>
			<title>{`${appointment.contact_name || 'Reservierung'} · Zeitplatz`}</title>
			<Detail
				data={detail}
				outcome={actionData?.outcome}
				close={
					<>
						<ButtonLink to={adminPaths.calendar({ tag: day })} kind="plain">
							Im Kalender
						</ButtonLink>
						<ButtonLink to={back} kind="plain" preventScrollReset aria-label="Termin schließen">
							Schließen
						</ButtonLink>
					</>
				}
			/>
		</SidePanel>
	)
}

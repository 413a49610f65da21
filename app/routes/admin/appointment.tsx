import { useLocation } from 'react-router'
import { loadDetail } from '#app/features/appointments/appointment-page.server.ts'
import { answerTo } from '#app/features/appointments/answer.server.ts'
import { customerName } from '#app/features/appointments/appointment.ts'
import { CHANGED, EDITING, shownOnly } from '#app/features/appointments/edit.ts'
import { AppointmentPanel } from '#app/features/appointments/panel.tsx'
import { backToWithdrawals, FROM_WITHDRAWALS } from '#app/features/appointments/withdrawals.list.ts'
import { SidePanel } from '#app/ui/side-panel.tsx'
import { localDate } from '#app/lib/dates.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { useKept } from '#app/ui/use-kept.ts'
import type { Route } from './+types/appointment.ts'
import { requireChosenLocation } from './appointment-member.server.ts'
import { useLivePage } from './use-live-page.ts'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const detail = await loadDetail(await requireChosenLocation(context, request), params.id, url)
	return { detail, shown: shownOnly(url), back: wayBack(url.searchParams) }
}

/** The page of the list from which the appointment was opened. */
function wayBack(from: URLSearchParams): string {
	const withdrawals = from.get(FROM_WITHDRAWALS)
	if (withdrawals !== null) return backToWithdrawals(withdrawals)
	const query = new URLSearchParams(from)
	for (const name of ['umbuchen', EDITING, CHANGED]) query.delete(name)
	return `${adminPaths.appointments()}${query.size > 0 ? `?${query}` : ''}`
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	return answerTo(await requireChosenLocation(context, request), params.id, await readForm(request), url)
}

/** An appointment beside the list, with its own address. */
export default function AppointmentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { detail, back, shown } = loaderData
	const { appointment, zone } = detail
	const day = localDate(appointment.starts_at, zone)
	useLivePage()
	const answer = useKept(actionData, `${appointment.id} ${useLocation().key}`)
	return (
		<SidePanel id={appointment.id} label="Termin" back={back}>
			<title>{`${customerName(appointment)} · Zeitplatz`}</title>
			<AppointmentPanel
				data={detail}
				shown={shown}
				{...answer}
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

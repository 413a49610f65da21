import { data } from 'react-router'
import { loadDetail } from '#app/features/appointments/appointment-page.server.ts'
import { act } from '#app/features/appointments/appointments.commands.server.ts'
import { Detail } from '#app/features/appointments/detail.tsx'
import { localDate } from '#app/lib/dates.ts'
import { paths } from '#app/lib/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/appointment.ts'
import { requirePlace } from './appointment-member.server.ts'
import styles from './appointment.module.css'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	return loadDetail(await requirePlace(context, request), params.id, url)
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, place } = await requirePlace(context, request)
	const outcome = await act(client, place, params.id, await request.formData())
	return data({ outcome }, { status: outcome.ok ? 200 : 400 })
}

export default function AppointmentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { appointment, zone } = loaderData
	const day = localDate(appointment.starts_at, zone)
	return (
		<div className={styles.narrow}>
			<title>{`${appointment.contact_name || 'Reservierung'} · Zeitplatz`}</title>
			<Detail
				data={loaderData}
				outcome={actionData?.outcome}
				close={
					<ButtonLink to={paths.adminCalendar({ tag: day })} kind="plain">
						Im Kalender
					</ButtonLink>
				}
			/>
		</div>
	)
}

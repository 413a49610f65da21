import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useOutletContext } from 'react-router'
import { loadDetail } from '#app/features/appointments/appointment-page.server.ts'
import { answerTo } from '#app/features/appointments/answer.server.ts'
import { customerName } from '#app/features/appointments/appointment.ts'
import { shownOnly } from '#app/features/appointments/edit.ts'
import { Changed } from '#app/features/appointments/detail.tsx'
import { AppointmentPanel } from '#app/features/appointments/panel.tsx'
import { FROM, LAST, OPEN_LIST, shownBy } from '#app/features/calendar/shown-by.ts'
import type { CalendarContext } from '#app/features/calendar/use-moves.ts'
import { SidePanel } from '#app/ui/side-panel.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { FormReply } from '#app/lib/form.ts'
import { SHOWN } from '#app/features/shell/edit.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { useKept } from '#app/ui/use-kept.ts'
import type { Route } from './+types/calendar-appointment.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const detail = await loadDetail(await requireChosenLocation(context, request), params.id, url)
	const listed = url.searchParams.get(FROM) === OPEN_LIST
	const back = listed
		? adminPaths.openInCalendar({ ...shownBy(url), [LAST]: params.id })
		: adminPaths.calendar(shownBy(url))
	return { detail, shown: shownOnly(url), back }
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	return answerTo(await requireChosenLocation(context, request), params.id, await readForm(request), url)
}

/** The lines as the answered form shows them to be stored. */
function shownLines(reply: FormReply | undefined): string | undefined {
	const text = reply?.initialValue?.[SHOWN]
	const shown = typeof text === 'string' ? (JSON.parse(text) as { lines?: unknown }) : undefined
	return typeof shown?.lines === 'string' ? shown.lines : undefined
}

const neverChanges = () => () => undefined

/** The appointment beside the calendar, with an address of its own. */
export default function CalendarAppointmentPage({ loaderData, actionData }: Route.ComponentProps) {
	const { back, shown } = loaderData
	const { changed, ...detail } = loaderData.detail
	const { appointment } = detail
	const { id } = appointment
	const answer = useKept(actionData, `${id} ${detail.edit ? 'form' : ''} ${useLocation().key}`)
	const calendar = useOutletContext<CalendarContext>()
	const navigate = useNavigate()
	// The lines before the change, for whoever takes it back; the texts are in the history.
	const before = useRef({ lines: '', version: '' })
	useEffect(() => {
		if (!detail.edit) return
		const lines = shownLines(answer?.answered?.reply) ?? String(detail.edit.typed.lines)
		before.current = { lines, version: appointment.updated_at }
	})
	const tell = useEffectEvent((notice: NonNullable<typeof changed>) => {
		const { lines, version } = before.current
		const undo: Record<string, string> = detail.changedTogether
			? { intent: 'change-back', stand: appointment.updated_at }
			: { intent: 'undo', stand: appointment.updated_at, zeilen: lines }
		const saved = version !== '' && version !== appointment.updated_at
		calendar.tellChange({ id, name: customerName(appointment), notice, ...(saved && { undo }) })
		void navigate(shown, { replace: true, preventScrollReset: true })
	})
	// What was saved is said where moves are; without a script, in the panel.
	const scripted = useSyncExternalStore(
		neverChanges,
		() => true,
		() => false,
	)
	useEffect(() => {
		if (changed) tell(changed)
	}, [changed])
	return (
		<SidePanel id={id} label="Termin" back={back}>
			{changed && !scripted ? <Changed data={loaderData.detail} notice={changed} /> : null}
			<AppointmentPanel
				data={detail}
				shown={shown}
				{...answer}
				close={
					<ButtonLink to={back} kind="plain" preventScrollReset aria-label="Termin schließen">
						Schließen
					</ButtonLink>
				}
			/>
		</SidePanel>
	)
}

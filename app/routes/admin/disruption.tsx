import { data, Form, Link, useNavigation, useRouteLoaderData } from 'react-router'
import { loadCards } from '#app/features/appointments/cards.queries.server.ts'
import { useLiveAppointments } from '#app/features/calendar/use-live-appointments.ts'
import styles from '#app/features/disruptions/disruption.module.css'
import { actOnDisruption, loadDisruption } from '#app/features/disruptions/disruptions.server.ts'
import { periodText, summaryText, titleOf } from '#app/features/disruptions/disruptions.ts'
import { EventRows } from '#app/features/disruptions/event-rows.tsx'
import { OtherBoards } from '#app/features/disruptions/other-boards.tsx'
import { ItemRow } from '#app/features/disruptions/item-row.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { takesFocus, useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { useKept } from '#app/ui/use-kept.ts'
import type { loader as rootLoader } from '#app/root.tsx'
import type { Route } from './+types/disruption.ts'
import { requireRearranging } from './disruption-member.server.ts'
import { useGatheredReload } from './use-gathered-reload.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, location } = await requireRearranging(context, request)
	const [disruption, session] = await Promise.all([loadDisruption(client, params.id), client.auth.getSession()])
	const cards = await loadCards(
		client,
		disruption.items.map(({ appointment_id }) => appointment_id),
	)
	return {
		disruption,
		cards: Object.fromEntries(cards),
		location: location.id,
		now: new Date().toISOString(),
		token: session.data.session?.access_token ?? '',
	}
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client } = await requireRearranging(context, request)
	const outcome = await actOnDisruption(client, params.id, await readForm(request))
	return data({ outcome }, { status: outcome.kind === 'danger' ? 400 : 200 })
}

/** After a refusal too: what stands there has changed meanwhile. */
export const shouldRevalidate = () => true

/** What becomes of each appointment of a disruption, live. */
export default function DisruptionPage({ loaderData, actionData }: Route.ComponentProps) {
	const { disruption, location, token } = loaderData
	const { items, events, time_zone: zone, name, resource, ended_at: ended } = disruption
	const now = new Date(loaderData.now)
	const services = useRouteLoaderData<typeof rootLoader>('root')?.services
	const { state } = useNavigation()
	const onChange = useGatheredReload()
	useLiveAppointments({
		url: services?.supabaseUrl ?? '',
		publishableKey: services?.publishableKey ?? '',
		...{ token, location, onChange },
	})
	const open = items.filter((item) => item.state === 'open').length
	const outcome = useKept(actionData?.outcome, disruption.id)
	const place = useAnswerFocus<HTMLDivElement>(actionData)
	return (
		<>
			<title>{`${titleOf(name)} · Zeitplatz`}</title>
			<p>
				<Link to={adminPaths.disruptions()}>Ausfälle</Link>
			</p>
			<div className={styles.head}>
				<div>
					<h1>{titleOf(name)}</h1>
					<p>
						{periodText(disruption, zone, now)} · {summaryText(disruption)}
					</p>
				</div>
				{ended ? null : (
					<div className={styles.tools}>
						{open > 0 ? (
							<Form method="post" preventScrollReset>
								<Button name="intent" value="propose-all" disabled={state === 'submitting'}>
									{proposeLabel(open, resource)}
								</Button>
							</Form>
						) : null}
						<Dialog label="Zurücknehmen" title={`${name ?? 'Der Standort'}: doch ${resource ? 'nutzbar' : 'da'}?`}>
							<p>
								Die Zeit ist dann wieder offen. Offene Termine bleiben, wie sie gebucht sind; wer schon gefragt wurde,
								bekommt darüber eine E-Mail. Was angenommen, verschoben oder abgesagt ist, bleibt so.
							</p>
							<Form method="post" preventScrollReset>
								<Button name="intent" value="end">
									Ausfall zurücknehmen
								</Button>
							</Form>
						</Dialog>
					</div>
				)}
			</div>
			{ended ? (
				<Notice title="Dieser Ausfall ist zurückgenommen." />
			) : disruption.closed ? null : (
				<Notice
					kind="warning"
					title={resource ? `${name} ist nicht mehr gesperrt.` : 'Die Abwesenheit ist nicht mehr eingetragen.'}
				>
					<p>
						In dieser Zeit kann wieder gebucht werden. Soll der Ausfall nicht mehr gelten, nehmen Sie ihn hier zurück.
					</p>
				</Notice>
			)}
			<div ref={place}>
				{outcome?.message ? (
					<div {...takesFocus}>
						<Notice key={outcome.at} kind={outcome.kind} role={outcome.kind === 'danger' ? 'alert' : 'status'}>
							<p>{outcome.message}</p>
						</Notice>
					</div>
				) : null}
			</div>
			{items.length > 0 ? (
				<ul className={styles.rows} aria-label="Betroffene Termine">
					{items.map((item) => (
						<ItemRow
							key={item.appointment_id}
							item={item}
							card={loaderData.cards[item.appointment_id]}
							zone={zone}
							now={now}
							ended={ended !== null}
						/>
					))}
				</ul>
			) : events.length + disruption.others.length > 0 ? null : (
				<EmptyState
					icon="done"
					what="Kein Termin ist betroffen."
					how={
						resource
							? `Zu dieser Zeit wird ${name} nicht mehr vergeben.`
							: 'Die Zeit ist geschlossen; online kann sie niemand mehr buchen.'
					}
				/>
			)}
			<OtherBoards others={disruption.others} />
			<EventRows events={events} zone={zone} now={now} ended={ended !== null} />
		</>
	)
}

/** Another room needs no proposal. */
function proposeLabel(open: number, resource: boolean): string {
	if (resource) return open === 1 ? 'Termin unterbringen' : `Alle ${open} unterbringen`
	return open === 1 ? 'Vorschlag senden' : `Alle ${open} vorschlagen`
}

import { data, Form, Link, useLocation, useSearchParams } from 'react-router'
import type { State } from '#app/features/appointments/appointment.ts'
import { withCardsOf } from '#app/features/appointments/cards.queries.server.ts'
import { CustomerField } from '#app/features/appointments/customer-field.tsx'
import { StateMark } from '#app/features/appointments/state-mark.tsx'
import { EditEventForm } from '#app/features/events/edit-form.tsx'
import { EVENT_LABELS, eventTyped } from '#app/features/events/event.edit.ts'
import { eventSchema } from '#app/features/events/event.form.ts'
import styles from '#app/features/events/event.module.css'
import { eventName } from '#app/features/events/event.ts'
import { EventFacts } from '#app/features/events/event-facts.tsx'
import {
	cancelEvent,
	changeEvent,
	removeParticipant,
	removeWaiting,
} from '#app/features/events/events.commands.server.ts'
import { loadEvent, loadParticipants, loadSiblings, loadWaiting } from '#app/features/events/events.queries.server.ts'
import { changeFollowing } from '#app/features/events/following.commands.server.ts'
import { laterOf } from '#app/features/events/following.ts'
import { participantSchema } from '#app/features/events/participant.form.ts'
import { ParticipantForm } from '#app/features/events/participant-form.tsx'
import { addParticipant } from '#app/features/events/participants.commands.server.ts'
import { Participants } from '#app/features/events/participants.tsx'
import { markPresence } from '#app/features/events/presence.commands.server.ts'
import { AllCame } from '#app/features/events/presence-form.tsx'
import { PRESENCES } from '#app/features/events/presence.ts'
import { Siblings } from '#app/features/events/siblings.tsx'
import { StepNotice } from '#app/features/events/step-notice.tsx'
import { stepOf } from '#app/features/events/taking-back.ts'
import { takeBack } from '#app/features/events/taking-back.server.ts'
import { WaitingList } from '#app/features/events/waiting-list.tsx'
import { submit, submitPlain } from '#app/features/shell/commands.server.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate } from '#app/lib/dates.ts'
import { FOLLOWING, followingLabel, type FollowingQuestion } from '#app/lib/following.ts'
import { fieldOf, textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormMessage, Panel, replyTo, rowReply, SavedMessage, Tick } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import { TextArea } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { useKept } from '#app/ui/use-kept.ts'
import type { Route } from './+types/event.ts'
import { requireChosenLocation } from './appointment-member.server.ts'
import { loadChoices } from './event-member.server.ts'
import { useLivePage } from './use-live-page.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const member = await requireChosenLocation(context, request)
	const { client, location, rights } = member
	const now = new Date()
	const event = await loadEvent(client, location, params.id)
	invariantResponse(event)
	const [participants, waiting, choices, series] = await Promise.all([
		loadParticipants(client, location, event.id),
		loadWaiting(client, location, event.id, now),
		loadChoices(member, event),
		loadSiblings(client, location, event.series),
	])
	return {
		...{ event, participants, choices, series, waiting: await withCardsOf(client, member.companyId, waiting) },
		...{ rights, zone: location.time_zone, now: now.toISOString() },
		submissionKey: crypto.randomUUID(),
		over: Date.parse(event.ends_at) <= now.getTime(),
		begun: !event.cancelled_at && Date.parse(event.starts_at) <= now.getTime(),
	}
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, location } = await requireChosenLocation(context, request)
	const zone = location.time_zone
	const form = await readForm(request)
	const back = adminPaths.event(params.id)
	const load = async () => {
		const event = await loadEvent(client, location, params.id)
		invariantResponse(event)
		return event
	}
	const { id, series } = await load()
	const row = textOf(form, 'id')
	switch (form.get('intent')) {
		case 'add':
			// The next one gets an empty form.
			return submit(form, participantSchema, adminPaths.event(id, { neu: textOf(form, 'key').slice(0, 40) }), (wish) =>
				addParticipant(client, id, wish),
			)
		case 'remove':
			return submitPlain(form, back, () => removeParticipant(client, row, textOf(form, 'reason')))
		case 'presence': {
			const participants = await loadParticipants(client, location, id)
			return data({ outcome: await markPresence(client, participants, form) })
		}
		case 'unwait':
			return submitPlain(form, back, () => removeWaiting(client, row))
		case 'cancel': {
			const done = await cancelEvent(client, id, textOf(form, 'reason'), textOf(form, FOLLOWING) === 'ja')
			if ('cancelled' in done) return redirect(adminPaths.event(id, { abgesagt: String(done.cancelled) }))
			return submitPlain(form, back, async () => done)
		}
		case 'back':
			return data({ takenBack: await takeBack(client, zone, id, form) })
		default: {
			let question: FollowingQuestion | undefined
			const answer = await submitEdit(form, {
				...{ schema: eventSchema(localDate(new Date(), zone)), back, labels: EVENT_LABELS },
				unspoken: ['employee_id', 'resource_id'],
				load: async () => {
					const event = await load()
					return { typed: eventTyped(event, zone), version: event.updated_at }
				},
				save: async (wish, version, merged) => {
					const changed =
						textOf(merged, FOLLOWING) === 'ja'
							? await changeFollowing(client, location, { id, series, version }, wish, merged)
							: await changeEvent(client, location, id, version, wish)
					// Thrown, since the address tells how many there were.
					if ('changed' in changed) throw redirect(adminPaths.event(id, { geaendert: String(changed.changed) }))
					if ('result' in changed) return changed.result
					if ('question' in changed) question = changed.question
					return { error: null, fields: { [FOLLOWING]: [''] } }
				},
			})
			return question && !(answer instanceof Response) ? data({ ...answer.data, question }, { status: 400 }) : answer
		}
	}
}

/** After a refusal too: what stands there has changed meanwhile. */
export const shouldRevalidate = () => true

/** An event: who takes part, who waits, and everything that can be changed about it. */
export default function EventPage({ loaderData, actionData: latest }: Route.ComponentProps) {
	const { event, participants, waiting, choices, rights, zone, now, submissionKey, over, begun, series } = loaderData
	const later = laterOf(event, series)
	useLivePage()
	const { key } = useLocation()
	const answer = useKept(latest, `${event.id} ${key}`)
	// Whoever marks one after the other stays where they are.
	const outcome = answer && 'outcome' in answer ? answer.outcome : undefined
	const takenBack = answer && 'takenBack' in answer ? answer.takenBack : undefined
	const actionData = answer && 'form' in answer ? answer : undefined
	const [query] = useSearchParams()
	const entered = query.get('neu') ?? ''
	const step = answer ? undefined : stepOf(query)
	const place = useAnswerFocus<HTMLDivElement>(actionData)
	const name = eventName(event)
	const open = !event.cancelled_at && !over
	const typed = fieldOf(replyTo(actionData, 'add'), 'name')
	const values = { name: typed.defaultValue, customer: fieldOf(replyTo(actionData, 'add'), 'customer').defaultValue }
	const nameOf = (list: { id: string; name: string }[], id: string | null): string =>
		list.find((one) => one.id === id)?.name ?? ''
	return (
		<div ref={place}>
			<title>{`${name} · Zeitplatz`}</title>
			<p className={styles.screen}>
				<Link to={adminPaths.events()}>‹ Kurse</Link>
			</p>
			<SavedMessage refusal={actionData} />
			{step ? (
				<StepNotice
					key={`${event.id} ${key}`}
					step={step}
					version={event.updated_at}
					told={participants.some(({ state, email }) => state === 'cancelled' && email)}
					mayTakeBack={rights.includes('book')}
				/>
			) : null}
			{takenBack ? (
				<Notice key={takenBack.at} kind={takenBack.ok ? 'success' : 'danger'} role="status">
					<p>{takenBack.message}</p>
				</Notice>
			) : null}
			<div className={panel.head}>
				<h1 tabIndex={-1}>{name}</h1>
				<div className={styles.tools}>
					<Button type="button" kind="secondary" onClick={() => window.print()}>
						Liste drucken
					</Button>
					{rights.includes('export') && participants.length > 0 ? (
						<a href={adminPaths.eventFile(event.id)} download>
							Als CSV-Datei
						</a>
					) : null}
					{open && rights.includes('cancel') ? (
						<Dialog label="Kurs absagen" title={`${name} absagen?`} kind="danger">
							<p>Alle Buchungen werden abgesagt. Wer gebucht hat oder wartet, bekommt eine E-Mail.</p>
							<Form method="post" className={styles.ask}>
								{later.length > 0 ? <Tick name={FOLLOWING} value="ja" label={followingLabel(later.length)} /> : null}
								<TextArea name="reason" label="Grund" rows={2} maxLength={1000} optional />
								<Button name="intent" value="cancel" kind="danger">
									Kurs verbindlich absagen
								</Button>
							</Form>
						</Dialog>
					) : null}
				</div>
			</div>
			<div className={panel.stack}>
				{event.cancelled_at ? <Notice kind="warning" title="Dieser Kurs ist abgesagt." /> : null}
				<FormMessage reply={rowReply(actionData, 'remove', 'unwait', 'cancel')} />
				<section className={panel.panel} aria-label="Überblick">
					<EventFacts
						{...{ event, zone }}
						person={nameOf(choices.people, event.employee_id)}
						room={nameOf(choices.rooms, event.resource_id)}
					/>
					{series.length > 1 ? <Siblings {...{ series, zone }} id={event.id} /> : null}
					{event.description ? <p className={styles.description}>{event.description}</p> : null}
				</section>
				<Panel title="Teilnehmende">
					{participants.length > 0 ? (
						<>
							<Participants {...{ participants, markOf, begun }} mayCancel={open && rights.includes('cancel')} />
							{begun ? <AllCame {...{ participants, outcome }} action={adminPaths.event(event.id)} /> : null}
						</>
					) : (
						<p>Noch hat niemand gebucht.</p>
					)}
				</Panel>
				{waiting.length > 0 ? (
					<Panel title="Warteliste">
						<WaitingList {...{ waiting, zone }} mayCancel={open && rights.includes('cancel')} now={new Date(now)} />
					</Panel>
				) : null}
				{open && rights.includes('book') ? (
					<div className={`${panel.stack} ${styles.screen}`}>
						<Panel title="Jemanden eintragen">
							<ParticipantForm
								key={entered}
								submissionKey={submissionKey}
								reply={replyTo(actionData, 'add')}
								nameField={
									<CustomerField
										values={values}
										error={typed.error}
										zone={zone}
										first={false}
										onLast={() => undefined}
									/>
								}
							/>
						</Panel>
						<Panel title="Kurs ändern">
							<EditEventForm
								{...{ event, zone, later, ...choices }}
								key={event.id}
								reply={replyTo(actionData, 'save')}
								question={(actionData as { question?: FollowingQuestion } | undefined)?.question}
							/>
						</Panel>
					</div>
				) : null}
			</div>
		</div>
	)
}

const markOf = (state: State) => (
	<StateMark state={state}>{state === 'completed' ? PRESENCES.completed : undefined}</StateMark>
)

import { Form, useLocation, useNavigation, useSearchParams } from 'react-router'
import { formatDate, localDate, localTime } from '#app/lib/dates.ts'
import { FOLLOWING, followingLabel, type FollowingQuestion } from '#app/lib/following.ts'
import { appointmentStanding, SEEN } from '#app/lib/seen.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { FollowingDates, FollowingFields } from '#app/ui/following-fields.tsx'
import { Tick } from '#app/ui/form-parts.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import { useSeesContacts } from '#app/ui/contact-data.tsx'
import { type Action, allowedActions, type Step } from './appointment.ts'
import type { Outcome } from './appointments.commands.server.ts'
import type { Sibling } from './appointments.queries.server.ts'
import styles from './actions.module.css'
import { EDITING } from './edit.ts'
import { FreeTimes } from './free-times.tsx'
import { MovedMeanwhile, RefusedMove } from './refused-move.tsx'
import { SeriesConflicts, SeriesFields } from './series-fields.tsx'
import { OPEN } from './states.ts'
import type { DetailData } from './detail.tsx'
import { ACTION_NAMES } from './texts.ts'

type Props = { data: DetailData; outcome?: Outcome }

/** Actions that need more than the press of a button. */
const ASKING = ['reschedule', 'decline', 'cancel', 'change', 'edit'] as const
type Quickly = Exclude<Action, (typeof ASKING)[number]>
const isQuick = (action: Action): action is Quickly => !ASKING.some((one) => one === action)

/** The actions that the appointment's state allows: simple ones as buttons, the others as a form that opens. */
export function Actions({ data, outcome }: Props) {
	const { appointment } = data
	const [query] = useSearchParams()
	const allowed = allowedActions(appointment, new Date(data.now), data.rights)
	const sees = useSeesContacts()
	if (allowed.length === 0 && !canRepeat(data)) return null
	const mailed = !sees
		? 'Ist eine E-Mail-Adresse gespeichert, geht Ihre Begründung dorthin.'
		: appointment.contact_email
			? 'Die Kundin oder der Kunde bekommt eine E-Mail mit Ihrer Begründung.'
			: 'Ohne E-Mail-Adresse geht keine Nachricht hinaus: Bitte sagen Sie der Kundin oder dem Kunden selbst Bescheid.'
	const editing = new URLSearchParams([...query, [EDITING, 'ja']])
	const has = (action: Action): boolean => allowed.includes(action)
	return (
		<section aria-label="Aktionen" className={styles.actions}>
			<div className={styles.row}>
				{allowed.filter(isQuick).map((action) => (
					<Quick
						key={action}
						action={action}
						back={action === 'arrive' && appointment.arrived_at !== null}
						anyway={outcome?.action === action && outcome.unusual}
						following={action === 'restore' && laterOf(data, ['cancelled']).length > 0}
						question={outcome?.action === action ? outcome.following : undefined}
					/>
				))}
				{has('edit') || has('change') ? (
					<ButtonLink to={`?${editing}`} kind="secondary" preventScrollReset>
						Bearbeiten
					</ButtonLink>
				) : null}
			</div>
			{has('reschedule') ? (
				<Reschedule key={`${appointmentStanding(appointment)} ${data.free.day}`} data={data} outcome={outcome} />
			) : null}
			{canRepeat(data) ? <Repeat key={data.series.length} data={data} outcome={outcome} /> : null}
			{has('decline') ? (
				<WithReason action="decline" question={`Die Anfrage wird abgelehnt. ${mailed}`} submit="Anfrage ablehnen" />
			) : null}
			{has('cancel') ? (
				<WithReason
					action="cancel"
					question={`Der Termin wird abgesagt und die Zeit wieder frei. ${mailed}`}
					submit="Termin absagen"
					following={laterOf(data).length}
				/>
			) : null}
		</section>
	)
}

const PLAIN: readonly Action[] = ['no_show', 'reopen', 'restore']

/** `back` takes the mark back; `anyway`: it was asked back, and is done all the same; `following`: it can be done with others of the series. */
type QuickProps = {
	action: Quickly
	back: boolean
	anyway?: boolean
	following: boolean
	question?: FollowingQuestion
}

function Quick({ action, back, anyway, following, question }: QuickProps) {
	const busy = useNavigation().state !== 'idle'
	return (
		<Form method="post" preventScrollReset>
			<input type="hidden" name="intent" value={action} />
			{back ? <input type="hidden" name="zurueck" value="ja" /> : null}
			{anyway ? <input type="hidden" name="trotzdem" value="ja" /> : null}
			{following ? (
				<Tick
					name={FOLLOWING}
					value="ja"
					label="Auch die zugleich abgesagten der Serie"
					checked={question !== undefined}
				/>
			) : null}
			{question ? (
				<FollowingDates key={question.seen} question={question} nothing="Noch ist nichts zurückgenommen." />
			) : null}
			<Button kind={back || PLAIN.includes(action) ? 'secondary' : 'primary'} disabled={busy}>
				{back ? 'Doch nicht da' : anyway ? 'Absage trotzdem zurücknehmen' : ACTION_NAMES[action]}
			</Button>
		</Form>
	)
}

type ReasonProps = { action: Step; question: string; submit: string; following?: number }

/** `following`: how many later appointments of the series can be cancelled with it. */
function WithReason({ action, question, submit, following = 0 }: ReasonProps) {
	const busy = useNavigation().state !== 'idle'
	return (
		<details className={styles.more}>
			<summary>{ACTION_NAMES[action]}</summary>
			<Form method="post" preventScrollReset>
				<input type="hidden" name="intent" value={action} />
				<p>{question}</p>
				{following > 0 ? <Tick name="folgende" value="ja" label={followingLabel(following)} /> : null}
				<TextArea label="Begründung" name="grund" rows={2} maxLength={1000} optional />
				<Button kind="danger" disabled={busy}>
					{submit}
				</Button>
			</Form>
		</details>
	)
}

/** The later ones of the series that are in one of these states. */
export function laterOf({ appointment, series }: Pick<DetailData, 'appointment' | 'series'>, states = OPEN): Sibling[] {
	return series.filter(
		({ id, starts_at, state }) => id !== appointment.id && starts_at >= appointment.starts_at && states.includes(state),
	)
}

/** Requests have to be confirmed first, and courses have a series of their own. */
function canRepeat({ appointment, rights }: DetailData): boolean {
	return (
		['confirmed', 'completed', 'no_show'].includes(appointment.state) &&
		rights.includes('book') &&
		!appointment.lines.some(({ event_id }) => event_id)
	)
}

function Repeat({ data, outcome }: Props) {
	const sees = useSeesContacts()
	const busy = useNavigation().state !== 'idle'
	const failed = outcome && !outcome.ok && outcome.action === 'repeat' ? outcome.series : undefined
	const { values = {}, errors = {}, question } = failed ?? {}
	return (
		<details className={styles.more} open={failed !== undefined}>
			<summary>Wiederholen</summary>
			<Form method="post" preventScrollReset noValidate data-fleeting>
				<input type="hidden" name="intent" value="repeat" />
				<input type="hidden" name="key" value={values.key ?? data.key} />
				<p>Gleiche Uhrzeit, gleiche Leistungen und Personen, heutige Preise.</p>
				<SeriesFields values={values} errors={errors} again />
				{question ? <SeriesConflicts question={question} key={JSON.stringify(question)} /> : null}
				{data.appointment.contact_email || !sees ? (
					<Tick
						name="notify"
						label="Eine Bestätigung mit allen Terminen schicken"
						checked={failed ? values.notify === 'on' : true}
					/>
				) : null}
				<Button disabled={busy}>Serie eintragen</Button>
			</Form>
		</details>
	)
}

function Reschedule({ data, outcome }: Props) {
	const sees = useSeesContacts()
	const busy = useNavigation().state !== 'idle'
	const { pathname } = useLocation()
	const [query] = useSearchParams()
	const { appointment, free, zone, people } = data
	const today = localDate(data.now, zone)
	const failed = outcome && !outcome.ok && outcome.action === 'reschedule' ? outcome : undefined
	const errorOf = (field: 'tag' | 'zeit') =>
		failed?.field === field && !failed.next && !failed.meanwhile ? failed.message : undefined
	const question = failed?.following
	const persons = new Set(appointment.lines.map(({ employee_id }) => employee_id))
	return (
		<details className={styles.more} open={free.asked || free.fault !== undefined || failed !== undefined}>
			<summary>{ACTION_NAMES.reschedule}</summary>
			<Form method="get" action={pathname} preventScrollReset className={styles.day}>
				{[...query]
					.filter(([name]) => name !== 'umbuchen')
					.map(([name, value]) => (
						<input key={name} type="hidden" name={name} value={value} />
					))}
				<DateField
					label="Freie Zeiten am"
					name="umbuchen"
					defaultValue={free.typed ?? free.day}
					error={free.fault}
					today={today}
				/>
				<Button kind="secondary">Zeigen</Button>
			</Form>
			<Form method="post" preventScrollReset data-fleeting>
				{/* Enter in a field asks again; only the button below the reasons moves it all the same. */}
				<button type="submit" hidden aria-label="Termin verschieben" />
				<input type="hidden" name="intent" value="reschedule" />
				{/* What has been told counts as seen. */}
				<input type="hidden" name={SEEN} value={failed?.meanwhile ?? appointmentStanding(appointment)} />
				{free.asked && !failed?.next ? (
					<FreeTimes legend={`Frei am ${formatDate(`${free.day}T12:00:00Z`, 'UTC')}`} times={free.starts}>
						{free.starts.length === 0 ? <p>An diesem Tag ist online nichts frei.</p> : null}
					</FreeTimes>
				) : null}
				<div className={styles.pair}>
					<DateField
						label="Tag"
						name="tag"
						defaultValue={failed?.typed?.tag ?? (free.asked ? free.day : localDate(appointment.starts_at, zone))}
						error={errorOf('tag')}
						today={today}
					/>
					<TimeField
						label="Uhrzeit"
						name="zeit"
						defaultValue={failed?.typed?.zeit ?? localTime(appointment.starts_at, zone)}
						error={errorOf('zeit')}
					/>
				</div>
				{failed?.meanwhile ? <MovedMeanwhile message={failed.message} busy={busy} /> : null}
				{failed?.next ? <RefusedMove {...failed} next={failed.next} busy={busy} /> : null}
				{persons.size === 1 ? (
					<SelectField
						label="Mitarbeiter:in"
						name="person"
						defaultValue={failed?.typed?.person || [...persons][0]}
						optional
					>
						{people
							.filter(({ id, active }) => active || persons.has(id))
							.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
					</SelectField>
				) : null}
				<TextField label="Begründung" name="grund" defaultValue={failed?.typed?.reason} maxLength={1000} optional />
				{appointment.contact_email || !sees ? (
					<>
						<input type="hidden" name="mitteilung" value="nein" />
						<Tick
							name="mitteilung"
							value="ja"
							label="Kund:in informieren"
							checked={failed?.typed ? failed.typed.notify === 'always' : data.moveNotice !== 'never'}
						/>
					</>
				) : null}
				<FollowingFields
					key={question?.seen ?? ''}
					later={laterOf(data)}
					question={question}
					ticked={question !== undefined}
					hint="Sie rücken um ebenso viele Tage und zur selben Uhrzeit."
				/>
				<Button disabled={busy}>Termin verschieben</Button>
			</Form>
		</details>
	)
}

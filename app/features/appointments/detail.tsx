import type { Right } from '#app/features/members/rights.ts'
import { type ReactNode, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { Enums } from '#app/database.types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatLongDate, formatTime, formatDate } from '#app/lib/dates.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { CardLink } from '#app/ui/customer-link.tsx'
import { CustomerMarks } from '#app/ui/customer-marks.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import type { ThreadData } from '#app/ui/thread.tsx'
import { takesFocus, useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import { Actions } from './actions.tsx'
import { customerName, type ForEdit, minutesOf, type Person } from './appointment.ts'
import type { EditData } from './edit-page.server.ts'
import type { Outcome } from './appointments.commands.server.ts'
import type { VisitPayments } from './online-payments.server.ts'
import type { Sibling } from './appointments.queries.server.ts'
import styles from './detail.module.css'
import { OnlinePayments } from './online-payments.tsx'
import { SeriesList } from './series-list.tsx'
import { StateMark } from './state-mark.tsx'
import { actorText, changeTexts, eventText, type HistoryEvent } from './history.ts'
import {
	type Message,
	messageState,
	messageText,
	NOTICE_TEXTS,
	type Notice as MailNotice,
	ORIGIN_NAMES,
	SOURCE_NAMES,
} from './texts.ts'
import { type Declaration, declaredText } from './withdrawal-texts.ts'
import { FirstMessage, Written } from './written.tsx'

export type DetailData = {
	appointment: ForEdit['appointment']
	/** A note for the team. */
	internalNote: string
	customer: ForEdit['customer']
	/** The form for the whole appointment, where it is open. */
	edit?: EditData
	/** What becomes of the mail about a change that was just saved. */
	changed?: MailNotice
	/** How many of its series were saved together. */
	changedTogether?: number
	/** All of its series, in order; none without one. */
	series: Sibling[]
	/** Makes a repeated submission of a repetition do nothing. */
	key: string
	events: HistoryEvent[]
	messages: Message[]
	/** What the customer and the business wrote to each other. */
	thread: ThreadData
	/** What was paid online, for managers; others have none. */
	payments: VisitPayments
	/** Declared withdrawals. */
	declarations: Declaration[]
	/** The instant at which the customer demanded a visit within the withdrawal period. */
	earlyStart?: string
	people: Person[]
	zone: string
	/** Instant of the answer. */
	now: string
	/** Free times of the day in `day` to move to; `fault` is the error of the `typed` time. */
	free: { day: string; starts: { start: string; label: string }[]; asked: boolean; typed?: string; fault?: string }
	/** Whether the location tells customers about moves. */
	moveNotice: Enums<'move_notice'>
	/** The reader's rights beyond their own calendar. */
	rights: readonly Right[]
}

/** Everything about one appointment, with its actions. `close` is the link back. */
export function Detail({ data, outcome, close }: { data: DetailData; outcome?: Outcome; close: ReactNode }) {
	const { appointment, zone, people } = data
	const sees = useSeesContacts()
	const detail = useAnswerFocus(outcome)
	const written = { thread: data.thread, name: customerName(appointment), refused: outcome?.words }
	const nameOf = (id: string): string => people.find((person) => person.id === id)?.name ?? 'Andere Person'
	return (
		<article ref={detail} className={styles.detail} aria-labelledby="termin-name">
			<header className={styles.head}>
				<div>
					<h1 id="termin-name" className={styles.name} tabIndex={-1}>
						{customerName(appointment)}
					</h1>
					<CardLink card={appointment.card} worded />
					{data.customer ? (
						<CustomerMarks {...data.customer} missed={data.customer.facts?.no_shows ?? 0} className={styles.marks} />
					) : null}
					<p className={styles.when}>
						{formatLongDate(appointment.starts_at, zone)}, {formatTime(appointment.starts_at, zone)}–
						{formatTime(appointment.ends_at, zone)} Uhr
					</p>
					<StateMark state={appointment.state} />
					{appointment.arrived_at ? (
						<Badge
							kind="good"
							icon="m3.5 8.5 3 3 6-7"
						>{`Angekommen um ${formatTime(appointment.arrived_at, zone)}`}</Badge>
					) : null}
				</div>
				<span className={styles.ways}>{close}</span>
			</header>

			<div aria-live="polite" className={styles.told} {...takesFocus}>
				{outcome ? (
					<Notice key={outcome.at} kind={outcome.ok ? 'success' : 'danger'}>
						{outcome.message}
						{outcome.back?.length ? <MoveBack steps={outcome.back} /> : null}
					</Notice>
				) : null}
			</div>

			{data.changed && !outcome ? <Changed data={data} notice={data.changed} /> : null}

			{data.declarations.map((declared) => (
				<Notice key={declared.id} kind="warning" title={declaredText(declared, zone)}>
					{declared.statement ? <q className={styles.words}>{declared.statement}</q> : null}
					{sees ? <span className={styles.soft}>{declared.email}</span> : <ContactHidden />}
				</Notice>
			))}

			<Actions data={data} outcome={outcome} />

			<Written {...written} />

			<section aria-label="Leistungen" className={styles.lines}>
				<ul>
					{[...appointment.lines]
						.sort((one, other) => one.position - other.position)
						.map((line) => (
							<li key={line.position}>
								<span>
									<strong>{line.service_name}</strong>
									{line.event_id ? (
										<Link to={adminPaths.event(line.event_id)} className={styles.soft}>
											Kurs mit {line.seats === 1 ? 'einem Platz' : `${line.seats} Plätzen`} ansehen
										</Link>
									) : null}
									<span className={styles.soft}>
										{formatTime(line.starts_at, zone)}–{formatTime(line.ends_at, zone)} · {nameOf(line.employee_id)}
										{line.agreed_minutes ? ` · ${formatMinutes(minutesOf(line))} vereinbart` : ''}
									</span>
								</span>
								<span className={styles.price}>{formatPrice(line.price_cents)}</span>
							</li>
						))}
				</ul>
				<p className={styles.total}>
					<span>{appointment.package_name ? `Gesamt als Paket „${appointment.package_name}“` : 'Gesamt'}</span>
					<span className={styles.price}>{formatPrice(appointment.total_cents)}</span>
				</p>
			</section>

			<OnlinePayments {...data.payments} over={['cancelled', 'declined', 'expired'].includes(appointment.state)} />

			{data.series.length > 1 ? <SeriesList series={data.series} id={appointment.id} zone={zone} /> : null}

			<section>
				<h2 className={styles.title}>Kontakt</h2>
				<dl className={styles.facts}>
					{sees ? (
						<>
							<Fact name="E-Mail">
								{appointment.contact_email ? (
									<a href={`mailto:${appointment.contact_email}`}>{appointment.contact_email}</a>
								) : (
									'–'
								)}
							</Fact>
							<Fact name="Telefon">
								{appointment.contact_phone ? <PhoneLink phone={appointment.contact_phone} /> : '–'}
							</Fact>
						</>
					) : (
						<Fact name="E-Mail und Telefon">
							<ContactHidden />
						</Fact>
					)}
					{appointment.note ? <Fact name="Nachricht">{appointment.note}</Fact> : null}
					{data.internalNote ? <Fact name="Interne Notiz">{data.internalNote}</Fact> : null}
					{data.customer?.note ? <Fact name="Notiz zur Person">{data.customer.note}</Fact> : null}
					<Fact name="Gebucht über">{SOURCE_NAMES[appointment.source] ?? appointment.source}</Fact>
					<Fact name="Herkunft">{ORIGIN_NAMES[appointment.origin] ?? appointment.origin}</Fact>
				</dl>
			</section>

			<FirstMessage {...written} />

			{data.earlyStart ? (
				<section>
					<h2 className={styles.title}>Widerrufsrecht</h2>
					<p className={styles.early}>
						Am {formatDate(data.earlyStart, zone)}, {formatTime(data.earlyStart, zone)} Uhr hat die Kundin oder der
						Kunde ausdrücklich verlangt, dass der Termin schon vor dem Ende der Widerrufsfrist beginnt.
					</p>
				</section>
			) : null}

			<section>
				<h2 className={styles.title}>Verlauf</h2>
				<ol className={styles.history}>
					{data.events.map((event) => (
						<li key={event.id}>
							{eventText(event, zone)}
							{event.changes.flatMap(changeTexts).map((text) => (
								<span key={text} className={styles.soft}>
									{text}
								</span>
							))}
							{event.reason ? <q className={styles.reason}>{event.reason}</q> : null}
							<span className={styles.soft}>
								{formatDate(event.at, zone)}, {formatTime(event.at, zone)} · {actorText(event)}
							</span>
						</li>
					))}
				</ol>
			</section>

			{data.rights.includes('all_calendars') ? (
				<section>
					<h2 className={styles.title}>E-Mails</h2>
					{data.messages.length > 0 ? (
						<ul className={styles.history}>
							{data.messages.map((message) => (
								<li key={message.id}>
									{messageText(message)}
									<span className={styles.soft}>{messageState(message, zone)}</span>
								</li>
							))}
						</ul>
					) : (
						<p className={styles.soft}>
							{appointment.series
								? 'Zu diesem Termin allein wurde keine Nachricht verschickt.'
								: 'Zu diesem Termin wurde keine Nachricht verschickt.'}
						</p>
					)}
				</section>
			) : null}
		</article>
	)
}

/** Takes a move of several back. */
function MoveBack({ steps }: { steps: NonNullable<Outcome['back']> }) {
	const busy = useNavigation().state !== 'idle'
	return (
		<Form method="post" preventScrollReset>
			{steps.map(({ id, was, now }) => (
				<input key={id} type="hidden" name="schritt" value={[id, was, now].join(';')} />
			))}
			<Button kind="secondary" name="intent" value="back" disabled={busy}>
				Rückgängig
			</Button>
		</Form>
	)
}

/** After the form was saved: whether the customer hears of it, and a button to tell them. */
export function Changed({ data, notice }: { data: DetailData; notice: MailNotice }) {
	const busy = useNavigation().state !== 'idle'
	const asks = notice === 'untold' && data.moveNotice === 'ask'
	// What is seen now: whoever changes it later is not overwritten.
	const [stand] = useState(data.appointment.updated_at)
	return (
		<Notice kind="success" role="status">
			<p>
				{data.changedTogether ? `${data.changedTogether} Termine der Serie sind gespeichert.` : 'Gespeichert.'}
				{NOTICE_TEXTS[notice]}
			</p>
			{data.changedTogether ? (
				<Form method="post" preventScrollReset>
					<input type="hidden" name="stand" value={stand} />
					<Button kind="secondary" name="intent" value="change-back" disabled={busy}>
						Rückgängig
					</Button>
				</Form>
			) : null}
			{asks ? (
				<Form method="post" preventScrollReset>
					<input type="hidden" name="intent" value="notify" />
					<Button kind="secondary" disabled={busy}>
						Kund:in informieren
					</Button>
				</Form>
			) : null}
		</Notice>
	)
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	)
}

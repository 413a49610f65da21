import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { messageName } from '#app/features/appointments/texts.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatSoon } from '#app/lib/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { CardLink } from '#app/ui/customer-link.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import type { BillingTasks } from '#app/features/billing/billing.contracts.ts'
import type { OpenTasks } from './tasks.contracts.ts'
import frame from '#app/ui/rows.module.css'
import styles from './tasks-section.module.css'

type Props = OpenTasks & {
	/** The lists of disruptions, of requests and of people who want to be erased, if there are any. */
	disruptions: ReactNode
	requests: ReactNode
	/** Customers who have written and wait for an answer. */
	messages: ReactNode
	demands: ReactNode
	/** How many payments somebody has to look at. */
	payments: number
	/** Search orders that wait for an offer. */
	orders: ReactNode
	/** People who wait for time that is free and is offered by hand. */
	places: ReactNode
	/** Whether the owner has to enter data for the tax authorities. */
	taxDataMissing: boolean
	/** What the owner has to do about plan and invoices. */
	billing: BillingTasks | null
	/** Ids of the customers' cards by appointment. */
	cards: Record<string, string>
	zone: string
	now: string
	/** Why the last step was refused. */
	refusal?: string | null
}

/** What waits for somebody at the desk; nothing when nothing waits. */
export function TasksSection({
	disruptions,
	requests,
	messages,
	demands,
	payments,
	orders,
	places,
	undelivered,
	untested,
	offers,
	taxDataMissing,
	billing,
	cards,
	zone,
	now,
	refusal,
}: Props) {
	if (
		!disruptions &&
		!requests &&
		!messages &&
		!demands &&
		payments === 0 &&
		!orders &&
		!places &&
		!taxDataMissing &&
		billingLines(billing).length === 0 &&
		undelivered.length + untested.length + offers.length === 0
	)
		return null
	return (
		<section className={styles.tasks} aria-labelledby="tasks">
			<h2 id="tasks">Zu erledigen</h2>
			{refusal ? <p role="alert">{refusal}</p> : null}
			{disruptions ? <Task title="Ausfälle">{disruptions}</Task> : null}
			{requests ? <Task title="Offene Anfragen">{requests}</Task> : null}
			{messages ? <Task title="Nachrichten ohne Antwort">{messages}</Task> : null}
			{undelivered.length > 0 ? (
				<Task title="E-Mails, die nicht angekommen sind">
					<ul className={`${frame.rows} ${styles.rows}`}>
						{undelivered.map(({ message_id, kind, ...visit }) => (
							<li key={message_id}>
								<Visit
									{...visit}
									card={cards[visit.appointment_id]}
									when={formatSoon(visit.starts_at, zone, now)}
									what={messageName(kind)}
								/>
								<Form method="post" preventScrollReset>
									<input type="hidden" name="message" value={message_id} />
									<Button kind="secondary" aria-label={`Erledigt: ${visit.name || 'Ohne Namen'}`}>
										Erledigt
									</Button>
								</Form>
							</li>
						))}
					</ul>
					<p className={styles.line}>
						<Link to={adminPaths.messages({ stand: 'offen' })}>In den Nachrichten steht, warum</Link>
					</p>
				</Task>
			) : null}
			{demands ? <Task title="Löschwünsche">{demands}</Task> : null}
			{payments > 0 ? (
				<Task title="Zahlungen prüfen">
					<p className={styles.line}>
						<Link to={adminPaths.payments({ stand: 'pruefen' })}>
							{payments === 1 ? '1 Zahlung ansehen' : `${payments} Zahlungen ansehen`}
						</Link>
						, zum Beispiel weil eine Erstattung fehlgeschlagen ist.
					</p>
				</Task>
			) : null}
			{taxDataMissing ? (
				<Task title="Steuerdaten">
					<p className={styles.line}>
						<Link to={adminPaths.taxData()}>Angaben ergänzen</Link>, die wir nach dem Gesetz einmal im Jahr melden.
					</p>
				</Task>
			) : null}
			{billingLines(billing).length > 0 ? (
				<Task title="Abrechnung">
					{billingLines(billing).map(([link, rest]) => (
						<p key={link} className={styles.line}>
							<Link to={adminPaths.billing()}>{link}</Link>
							{rest}
						</p>
					))}
				</Task>
			) : null}
			{untested.length > 0 ? (
				<Task title="Termine ohne den nötigen Test">
					<ul className={`${frame.rows} ${styles.rows}`}>
						{untested.map(({ service, test, ...visit }) => (
							<li key={visit.appointment_id}>
								<Visit
									{...visit}
									card={cards[visit.appointment_id]}
									when={formatSoon(visit.starts_at, zone, now)}
									what={`${service}, vorher fehlt: ${test}`}
								/>
							</li>
						))}
					</ul>
				</Task>
			) : null}
			{offers.length > 0 ? (
				<Task title="Angebotene Plätze ohne Antwort">
					<ul className={`${frame.rows} ${styles.rows}`}>
						{offers.map(({ event_id, title, starts_at, offered, answer_by }) => (
							<li key={event_id}>
								<span>
									<Link to={adminPaths.event(event_id)}>{title}</Link>, {formatSoon(starts_at, zone, now)}:{' '}
									{offered === 1 ? '1 Person' : `${offered} Personen`}, Antwort bis {formatSoon(answer_by, zone, now)}
								</span>
							</li>
						))}
					</ul>
				</Task>
			) : null}
			{orders ? <Task title="Suchaufträge ohne Ihre Antwort">{orders}</Task> : null}
			{places ? <Task title="Warteliste">{places}</Task> : null}
		</section>
	)
}

/** The words of the link, and what follows it. */
function billingLines(tasks: BillingTasks | null): [string, string][] {
	if (!tasks) return []
	const { unpaid, paused, data_missing, plan_missing } = tasks
	const all: [boolean, string, string][] = [
		[paused, 'Rechnung bezahlen', ', damit Ihre Standorte wieder zu finden sind.'],
		[
			!paused && unpaid > 0,
			unpaid === 1 ? '1 Rechnung' : `${unpaid} Rechnungen`,
			unpaid === 1 ? ' ist überfällig.' : ' sind überfällig.',
		],
		[data_missing, 'Angaben ergänzen', ', ohne die wir keine Rechnung stellen können.'],
		[plan_missing, 'Team-Plan buchen', ': Ihr Team ist größer als eine Person.'],
	]
	return all.flatMap(([due, link, rest]) => (due ? [[link, rest]] : []))
}

type VisitProps = { appointment_id: string; card?: string; name: string; phone: string; when: string; what: string }

/** Whose visit it is, when, what about it, and the number to call. */
function Visit({ appointment_id, card, name, phone, when, what }: VisitProps) {
	const sees = useSeesContacts()
	return (
		<>
			<span>
				<Link to={adminPaths.appointment(appointment_id)}>{name || 'Ohne Namen'}</Link>
				{card ? (
					<>
						{' '}
						<CardLink card={card} />
					</>
				) : null}
				, {when}: {what}
			</span>
			{phone ? (
				<PhoneLink phone={phone} />
			) : sees ? (
				<span className={styles.soft}>keine Nummer</span>
			) : (
				<ContactHidden />
			)}
		</>
	)
}

function Task({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className={styles.task} aria-label={title}>
			<h3>{title}</h3>
			{children}
		</section>
	)
}

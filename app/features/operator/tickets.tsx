import { Form } from 'react-router'
import { subjectLabel } from '#app/features/contact/subjects.ts'
import { timeOf } from '#app/features/decisions/words.ts'
import { Button } from '#app/ui/button.tsx'
import items from '#app/ui/rows.module.css'
import styles from './lost-messages.module.css'
import type { Ticket } from './operator.contracts.ts'
import own from './tickets.module.css'

/** Messages to the operator, each with its words, the way to answer it, and the buttons that settle it. */
export function Tickets({ rows }: { rows: Ticket[] }) {
	return (
		<ul className={`${items.items} ${styles.rows}`}>
			{rows.map((ticket) => (
				<li key={ticket.id}>
					<p>
						<b>{subjectLabel(ticket.subject)}</b>
					</p>
					<p className={items.soft}>
						{ticket.number}, {timeOf(ticket.created_at)}, {ticket.name} ({ticket.account ? 'angemeldet' : 'ohne Konto'})
					</p>
					<p className={own.text}>{ticket.text}</p>
					<Form method="post">
						<input type="hidden" name="ticket" value={ticket.id} />
						<div className={own.steps}>
							<a href={answerHref(ticket)}>An {ticket.email} antworten</a>
							{ticket.state === 'open' ? (
								<>
									<Settle state="answered" of={ticket.number}>
										Beantwortet
									</Settle>
									<Settle state="closed" of={ticket.number}>
										Ohne Antwort erledigt
									</Settle>
								</>
							) : (
								<Settle state="open" of={ticket.number}>
									Wieder öffnen
								</Settle>
							)}
						</div>
					</Form>
				</li>
			))}
		</ul>
	)
}

function Settle({ state, of, children }: { state: Ticket['state']; of: string; children: string }) {
	return (
		<Button kind="secondary" name="state" value={state}>
			{children}
			<span className="visually-hidden">: {of}</span>
		</Button>
	)
}

/** An address of a mail program, with the number in its subject. */
const answerHref = ({ email, number, subject }: Ticket): string =>
	`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`${number}: ${subjectLabel(subject)}`)}`

import { Form, Link, useNavigation } from 'react-router'
import type { Right } from '#app/features/members/rights.ts'
import { formatSoon } from '#app/lib/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { CardLink } from '#app/ui/customer-link.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import actions from './actions.module.css'
import {
	allowedActions,
	type Appointment,
	customerName,
	type Person,
	personNames,
	serviceNames,
} from './appointment.ts'
import styles from './request-list.module.css'

type Props = {
	requests: Appointment[]
	people: Person[]
	rights: readonly Right[]
	zone: string
	now: string
	/** The request that was opened from the list before; its link takes the focus of a panel. */ last?: string | null
	hrefFor: (request: Appointment) => string
}

const intoView = (link: HTMLElement | null): void => link?.scrollIntoView({ block: 'nearest' })

/** Requests that wait for an answer, each with its answers. */
export function RequestList({ requests, people, rights, zone, now, last, hrefFor }: Props) {
	const busy = useNavigation().state !== 'idle'
	return (
		<ul className={styles.list}>
			{requests.map((request) => {
				const allowed = allowedActions(request, new Date(now), rights)
				const name = customerName(request)
				return (
					<li key={request.id}>
						<span>
							<Link
								to={hrefFor(request)}
								preventScrollReset
								className={styles.name}
								{...(request.id === last && { ref: intoView, 'data-first': '' })}
							>
								{name}
							</Link>{' '}
							<CardLink card={request.card} />
						</span>
						<span>{formatSoon(request.starts_at, zone, now)} Uhr</span>
						<span className={styles.soft}>
							{serviceNames(request.lines)} · {personNames(request.lines, people)}
						</span>
						{request.note ? <q className={styles.soft}>{request.note}</q> : null}
						{allowed.includes('confirm') ? (
							<Form method="post" preventScrollReset>
								<input type="hidden" name="id" value={request.id} />
								<Button name="intent" value="confirm" disabled={busy}>
									Bestätigen<span className="visually-hidden">: {name}</span>
								</Button>
							</Form>
						) : null}
						{allowed.includes('decline') ? (
							<details className={actions.more}>
								<summary>
									Ablehnen<span className="visually-hidden">: {name}</span>
								</summary>
								<Form method="post" preventScrollReset data-fleeting>
									<input type="hidden" name="id" value={request.id} />
									<TextField label="Begründung" name="grund" maxLength={1000} optional />
									<Button name="intent" value="decline" kind="danger" disabled={busy}>
										Anfrage ablehnen
									</Button>
								</Form>
							</details>
						) : null}
					</li>
				)
			})}
		</ul>
	)
}

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EnterAppointment } from '#app/ui/enter-appointment.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { ContactHidden, useSeesContacts } from '#app/ui/contact-data.tsx'
import styles from './customer.module.css'

type Props = {
	customer: { id: string; name: string; email: string | null; phone: string; tags: string[]; blocked: boolean }
	facts: [value: string, below: string][]
	/** When they come next, if anything is booked. */
	next: ReactNode
}

/** The customer's name, how to reach them, and five facts. */
export function CustomerHead({ customer, facts, next }: Props) {
	const { id, name, email, phone, tags, blocked } = customer
	const sees = useSeesContacts()
	return (
		<header className={styles.card}>
			<div className={styles.who}>
				<span className={styles.initials} aria-hidden="true">
					{initialsOf(name)}
				</span>
				<div className={styles.reach}>
					<h1>{name}</h1>
					<p className={styles.tags}>
						{blocked ? <Badge kind="bad">Gesperrt</Badge> : null}
						{tags.map((tag) => (
							<Badge key={tag}>{tag}</Badge>
						))}
					</p>
					<p className={styles.ways}>
						{sees ? (
							<>
								{phone ? <PhoneLink phone={phone} /> : null}
								{email ? <a href={`mailto:${email}`}>{email}</a> : null}
								{phone || email ? null : 'Keine Telefonnummer, keine E-Mail-Adresse'}
							</>
						) : (
							<ContactHidden />
						)}
					</p>
				</div>
				<EnterAppointment query={{ kunde: id }} />
			</div>
			{next}
			<dl className={styles.facts}>
				{facts.map(([value, below]) => (
					<div key={below}>
						<dt>{below}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</header>
	)
}

/** A link back to the list. */
export function BackToCustomers() {
	return (
		<p className={styles.back}>
			<Link to={adminPaths.customers()}>‹ Kund:innen</Link>
		</p>
	)
}

const initialsOf = (name: string): string => {
	const words = name.split(/\s+/).filter(Boolean)
	return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '').join('')
}

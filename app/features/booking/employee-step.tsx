import { Link } from 'react-router'
import { ANYONE, type Choice, choicePath } from './choice.ts'
import styles from './employee-step.module.css'
import type { Employee } from './offer.ts'

type Props = { employees: Employee[]; choice: Choice; listingKey: string }

/** With whom: links, "Egal wer" first. */
export function EmployeeStep({ employees, choice, listingKey }: Props) {
	const people = [{ id: ANYONE, name: 'Egal wer', title: 'Die meisten freien Zeiten' }, ...employees]
	return (
		<ul className={styles.people}>
			{people.map((person) => {
				const { services, day } = choice
				return (
					<li key={person.id}>
						<Link
							to={choicePath(listingKey, { services, day, employee: person.id })}
							className={styles.person}
							aria-current={choice.employee === person.id ? 'true' : undefined}
							prefetch="intent"
						>
							<span className={styles.sign} aria-hidden="true">
								{person.id === ANYONE ? '✓' : initials(person.name)}
							</span>
							<span className={styles.words}>
								<span className={styles.name}>{person.name}</span>
								{person.title ? <span className={styles.title}>{person.title}</span> : null}
							</span>
							<span aria-hidden="true">›</span>
						</Link>
					</li>
				)
			})}
		</ul>
	)
}

function initials(name: string): string {
	const words = name.split(/\s+/).filter(Boolean)
	return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('')
}

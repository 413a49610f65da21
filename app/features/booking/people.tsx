import { Link } from 'react-router'
import { useAhead } from '#app/ui/use-ahead.ts'
import { ANYONE, type Choice, choicePath } from './choice.ts'
import type { Employee } from './offer.ts'
import styles from './people.module.css'

/** Somebody to choose, in finished words. */
export type Person = Employee & {
	/** What the chosen services cost with them. */
	price: string
	/** Their first free time; empty: none. */
	first: string
}

type Props = { people: Person[]; choice: Choice; listingKey: string }

/** The choice of a person as links, above the times; "Egal wer" first. */
export function People({ people, choice, listingKey }: Props) {
	const ahead = useAhead()
	const { services, day, from } = choice
	return (
		<section aria-labelledby="bei-wem">
			<h2 id="bei-wem" className={styles.heading}>
				Bei wem?
			</h2>
			<ul className={styles.people}>
				{people.map((person) => (
					<li key={person.id}>
						<Link
							to={choicePath(listingKey, { services, day, employee: person.id, from })}
							className={styles.person}
							aria-current={choice.employee === person.id ? 'true' : undefined}
							preventScrollReset
							prefetch={ahead}
						>
							<span className={styles.sign} aria-hidden="true">
								{person.id === ANYONE ? <Group /> : initials(person.name)}
							</span>
							<span className={styles.words}>
								<span className={styles.name}>{person.name}</span>
								{person.title ? <span className={styles.soft}>{person.title}</span> : null}
								<span className={styles.price}>{person.price}</span>
								<span className={styles.soft}>{person.first ? `frei ${person.first}` : 'zurzeit nichts frei'}</span>
							</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	)
}

function initials(name: string): string {
	const words = name.split(/\s+/).filter(Boolean)
	return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '').join('')
}

function Group() {
	return (
		<svg
			width="24"
			height="24"
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="2"
			strokeLinecap="round"
		>
			<circle cx="9" cy="8" r="3.500" />
			<path d="M2.500 20c0-3.600 2.900-6 6.500-6s6.500 2.400 6.500 6M15.500 4.800a3.500 3.500 0 0 1 0 6.400M18 14.600c2.200.9 3.500 2.800 3.500 5.400" />
		</svg>
	)
}

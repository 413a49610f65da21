import { StartLabel } from '#app/ui/start-label.tsx'
import type { Chip } from './card.ts'
import styles from './start-chips.module.css'

type Props = {
	chips: Chip[]
	/** Name of the business, for people who cannot see what the chips belong to. */
	name: string
}

/** Free starts as links directly into the booking. */
export function StartChips({ chips, name }: Props) {
	if (!chips.length) return <p className={styles.none}>Zurzeit keine freie Zeit online</p>
	return (
		<ul className={styles.chips} aria-label={`Nächste freie Zeiten bei ${name}`}>
			{chips.map((chip, index) => (
				<li key={chip.href}>
					<a href={chip.href} className={styles.chip} rel="nofollow">
						<StartLabel label={chip.label} before={chips[index - 1]?.label} />
					</a>
				</li>
			))}
		</ul>
	)
}

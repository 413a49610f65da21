import { chipLook } from '#app/ui/chip.tsx'
import { HoldButton, HoldForm } from '#app/ui/hold-button.tsx'
import { StartLabel } from '#app/ui/start-label.tsx'
import type { Chip } from './card.ts'
import styles from './start-chips.module.css'

type Props = {
	chips: Chip[]
	/** Name of the business, for people who cannot see what the chips belong to. */
	name: string
	/** Address of all free times. */
	all?: string
}

/** Free starts; a click on one holds it and asks for the contact data. */
export function StartChips({ chips, name, all }: Props) {
	if (!chips.length) return <p className={styles.none}>Zurzeit keine freie Zeit online</p>
	return (
		<HoldForm>
			<ul className={styles.chips} aria-label={`Nächste freie Zeiten bei ${name}`}>
				{chips.map(({ label, action, start }, index) => (
					<li key={`${start}${action}`}>
						<HoldButton {...{ action, start }} className={chipLook({ kind: index === 0 ? 'next' : 'later' })}>
							<StartLabel label={label} before={chips[index - 1]?.label} />
						</HoldButton>
					</li>
				))}
				{all ? (
					<li className={styles.all}>
						<a href={all} rel="nofollow">
							alle Zeiten
						</a>
					</li>
				) : null}
			</ul>
		</HoldForm>
	)
}

import type { ReactNode } from 'react'
import styles from './actions.module.css'

type Props = {
	legend: string
	/** `tag` and `zeit` stay on the choice, for a form that writes them into its fields. */
	times: { start: string; label: string; tag?: string; zeit?: string }[]
	/** Said above the times. */
	children?: ReactNode
}

/** Free times to choose from, or another one that is typed beside them. */
export function FreeTimes({ legend, times, children }: Props) {
	return (
		<fieldset className={styles.times}>
			<legend>{legend}</legend>
			{children}
			{times.map(({ start, label, tag, zeit }) => (
				<label key={start} className={styles.time}>
					<input type="radio" name="start" value={start} data-tag={tag} data-zeit={zeit} />
					<span>{label}</span>
				</label>
			))}
			<label className={styles.time}>
				<input type="radio" name="start" value="" defaultChecked />
				<span>Andere Zeit</span>
			</label>
		</fieldset>
	)
}

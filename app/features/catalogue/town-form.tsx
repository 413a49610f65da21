import { useId } from 'react'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import styles from './town-form.module.css'

type Props = {
	label: string
	/** The town as it is remembered, or as it was typed. */
	town?: string
	/** Slug of the category that is shown there; without one the home page. */
	category?: string
	/** What was typed names no place that we know. */
	unknown?: boolean
}

/** Asks once for the visitor's town, and remembers it. */
export function TownForm({ label, town = '', category, unknown = false }: Props) {
	const id = useId()
	return (
		<form method="post" action={paths.place()} className={styles.form}>
			{category ? <input type="hidden" name="kategorie" value={category} /> : null}
			<label htmlFor={id}>{label}</label>
			<div className={styles.line}>
				<input
					id={id}
					name="ort"
					defaultValue={town}
					placeholder="Stadt oder Postleitzahl"
					maxLength={80}
					autoComplete="address-level2"
					required
					aria-invalid={unknown || undefined}
					aria-describedby={`${id}-hinweis`}
				/>
				<Button kind="secondary">Merken</Button>
			</div>
			<p id={`${id}-hinweis`} className={unknown ? styles.fault : undefined} role={unknown ? 'alert' : undefined}>
				{unknown ? `Den Ort „${town}“ kennen wir nicht.` : 'Nur dieser Browser merkt sich den Ort.'}
			</p>
		</form>
	)
}

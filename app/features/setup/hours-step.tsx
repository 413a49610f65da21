import { Form } from 'react-router'
import { PRESET_CHOICES } from '#app/features/hours/presets.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { FormMessage, Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'

/** The opening hours as one of the usual weeks; breaks, days and people who deviate come later, on their own page. */
export function HoursStep({ location, entered, refusal }: Props) {
	if (entered)
		return (
			<Panel title="Wann haben Sie geöffnet?">
				<p>Ihre Öffnungszeiten sind eingetragen.</p>
				<div className={styles.line}>
					<ButtonLink to={adminPaths.setup('leistungen')}>Weiter zu den Leistungen</ButtonLink>
					<ButtonLink to={adminPaths.workingHours(location)} kind="secondary">
						Zeiten ändern
					</ButtonLink>
				</div>
			</Panel>
		)
	return (
		<Panel title="Wann haben Sie geöffnet?">
			<Form method="post" noValidate className={styles.form}>
				<FormMessage reply={replyTo(refusal, 'hours')} />
				<fieldset className={`${styles.ticks} ${styles.full}`}>
					<legend>Öffnungszeiten</legend>
					<p className={styles.soft}>Pausen und andere Zeiten einzelner Personen ändern Sie danach.</p>
					{PRESET_CHOICES.map(({ value, label }) => (
						<label key={value} className={styles.check}>
							<input type="radio" name="preset" value={value} />
							{label}
						</label>
					))}
				</fieldset>
				<Button name="intent" value="hours" className={styles.send}>
					Weiter zu den Leistungen
				</Button>
			</Form>
			<p>
				<ButtonLink to={adminPaths.workingHours(location)} kind="plain">
					Eigene Zeiten eintragen
				</ButtonLink>
			</p>
		</Panel>
	)
}

type Props = {
	location: string
	/** There are hours already: a usual week would replace them. */
	entered: boolean
	refusal?: Refusal
}

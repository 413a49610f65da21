import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import styles from './offered.module.css'
import { seatsText } from './event.ts'
import { type Listed, MOST_SEATS } from './offered.ts'

/** How many seats; sending holds them for a few minutes. */
export function SeatsForm({ event, seats }: { event: Listed; seats: string }) {
	const busy = useNavigation().state === 'submitting'
	const most = Math.min(event.free_seats, MOST_SEATS)
	return (
		<Form method="post" className={styles.form}>
			<SelectField name="seats" label="Wie viele Plätze?" defaultValue={seats}>
				{Array.from({ length: most }, (_, index) => (
					<option key={index} value={index + 1}>
						{seatsText(index + 1)}
					</option>
				))}
			</SelectField>
			<Button name="intent" value="hold" disabled={busy}>
				Weiter
			</Button>
		</Form>
	)
}

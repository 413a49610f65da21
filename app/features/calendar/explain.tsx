import { Form } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import type { Range } from './calendar.ts'
import styles from './explain.module.css'
import { type Answer, reasonText } from './texts.ts'

export type Explained = { service: string; time: string; answers: Answer[] | null }

type Props = { range: Range; services: { id: string; name: string }[]; zone: string; explained: Explained }

/** "Warum fehlt diese Zeit?": a service and a time, and for each person what speaks against it. */
export function Explain({ range, services, zone, explained }: Props) {
	if (services.length === 0) return null
	return (
		<details className={styles.explain} open={explained.answers !== null}>
			<summary>Warum fehlt diese Zeit?</summary>
			<Form method="get" action={paths.adminCalendar()} preventScrollReset className={styles.form}>
				<input type="hidden" name="ansicht" value={range.view} />
				<SelectField label="Leistung" name="leistung" defaultValue={explained.service}>
					{services.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
				<TextField label="Tag" name="tag" type="date" defaultValue={range.day} key={range.day} />
				<TextField label="Uhrzeit" name="warum" type="time" defaultValue={explained.time || '10:00'} />
				<Button kind="secondary">Gründe zeigen</Button>
			</Form>
			<div aria-live="polite">
				{explained.answers ? (
					<dl className={styles.answers}>
						{explained.answers.map((answer) => (
							<div key={answer.employee_name}>
								<dt>{answer.employee_name}</dt>
								<dd>{reasonText(answer, zone)}</dd>
							</div>
						))}
					</dl>
				) : null}
			</div>
		</details>
	)
}

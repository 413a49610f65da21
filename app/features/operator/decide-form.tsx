import { Form } from 'react-router'
import { monthText, visitText } from '#app/features/content-reports/targets.ts'
import { DECISION_GROUNDS } from '#app/features/decisions/words.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import styles from './frame.module.css'
import type { ReportDetail } from './operator.contracts.ts'
import { measuresFor } from './words.ts'

export type Refused = { form: string; message: string; typed: Record<string, string> }

/** The decision with its reasons, as everybody concerned gets it (Art. 17 of Regulation (EU) 2022/2065). */
export function DecideForm({ report, answer }: { report: ReportDetail; answer?: Refused }) {
	const typed = answer?.typed ?? { facts: factsOf(report) }
	return (
		<Form method="post" className={styles.form}>
			<Failure message={answer?.message} />
			<SelectField name="measure" label="Entscheidung" defaultValue={typed.measure ?? ''}>
				<option value="">Bitte wählen</option>
				{measuresFor(report).map(([value, label]) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</SelectField>
			<SelectField name="ground" label="Worum es geht" defaultValue={typed.ground ?? report.ground}>
				{Object.entries(DECISION_GROUNDS).map(([value, label]) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</SelectField>
			<Reasons typed={typed} />
			<Button name="intent" value="decide">
				Entscheiden und allen mitteilen
			</Button>
		</Form>
	)
}

/** Whoever says that somebody was never there is answered with the month of the visit. */
const factsOf = ({ ground, visit }: ReportDetail): string =>
	ground === 'not_customer' && visit ? visitText(monthText(visit)) : ''

/** The three parts of every statement of reasons. */
export function Reasons({ typed }: { typed: Record<string, string> }) {
	return (
		<>
			<TextArea
				name="facts"
				label="Tatsachen"
				hint="Welche Stelle, was geprüft wurde, was dabei herauskam. Nicht, wer gemeldet hat."
				maxLength={4000}
				rows={4}
				defaultValue={typed.facts}
			/>
			<TextArea
				name="basis"
				label="Rechtsgrundlage"
				hint="Das Gesetz oder die Stelle unserer Regeln, und warum sie hier gilt."
				maxLength={2000}
				rows={3}
				defaultValue={typed.basis}
			/>
			<TextField
				name="scope"
				label="Umfang und Dauer"
				optional
				maxLength={500}
				defaultValue={typed.scope ?? 'Gilt überall auf Zeitplatz, ohne Frist.'}
			/>
		</>
	)
}

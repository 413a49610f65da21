import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { type Refused, Reasons } from './decide-form.tsx'
import styles from './frame.module.css'
import { ReasonField } from './reason-field.tsx'

/** Suspends a company with reasons, which its owner gets by mail. */
export function SuspendForm({ answer }: { answer?: Refused }) {
	return (
		<Panel title="Sperren">
			<p>
				Alle Standorte verschwinden aus Suche und Buchung, offene Angebote werden zurückgezogen. Vereinbarte Termine
				bleiben. Die Gründe gehen an die Inhaberin oder den Inhaber, mit dem Weg zur Beschwerde.
			</p>
			<Form method="post" className={styles.form}>
				<Failure message={answer?.message} />
				<Reasons typed={answer?.typed ?? {}} />
				<Button kind="danger" name="intent" value="suspend">
					Unternehmen sperren
				</Button>
			</Form>
		</Panel>
	)
}

/** Ends a suspension. */
export function LiftForm({ answer }: { answer?: Refused }) {
	return (
		<Panel title="Sperre aufheben">
			<p>
				Veröffentlichte Standorte sind danach sofort wieder zu finden und zu buchen. Die Inhaberin oder der Inhaber hört
				davon.
			</p>
			<Form method="post" className={styles.form}>
				<Failure message={answer?.message} />
				<ReasonField hint="Steht im Protokoll und in der Mail an das Unternehmen." answer={answer} />
				<Button name="intent" value="lift">
					Sperre aufheben
				</Button>
			</Form>
		</Panel>
	)
}

import { Form, useNavigation } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import { type Choices, EventFields } from './event-fields.tsx'
import { SeriesDates } from './series-dates.tsx'
import type { SeriesPreview } from './series.server.ts'

type Props = Choices & {
	kinds: { id: string; name: string }[]
	values: Record<string, string>
	reply?: FormReply
	/** The dates of a series, to be chosen before they are made. */
	preview?: SeriesPreview
}

/** A new event, or a series of them. */
export function NewEventForm({ kinds, values, reply, preview, ...choices }: Props) {
	const busy = useNavigation().state !== 'idle'
	const form = useAnswerFocus<HTMLFormElement>(preview)
	const field = (name: string) => fieldOf(reply, name, values[name])
	return (
		<Form method="post" noValidate ref={form} className={panel.form} preventScrollReset>
			{/* Enter in a field checks and saves rather than nothing. */}
			<button type="submit" hidden name="intent" value="new" aria-label="Kurs anlegen" />
			<FormMessage reply={reply} />
			<SelectField {...field('service_id')} label="Leistung" hint="Sie bestimmt Kategorie und Widerrufsrecht.">
				{kinds.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</SelectField>
			<EventFields {...{ reply, values, ...choices }} />
			<SelectField {...field('weeks')} label="Wiederholung" required={false}>
				<option value="">keine</option>
				<option value="1">jede Woche</option>
				{[2, 3, 4, 5, 6, 7, 8].map((weeks) => (
					<option key={weeks} value={weeks}>
						alle {weeks} Wochen
					</option>
				))}
			</SelectField>
			<TextField
				{...field('count')}
				label="Wie oft"
				hint="Bei einer Wiederholung, höchstens 52."
				inputMode="numeric"
				optional
			/>
			{preview ? <SeriesDates preview={preview} key={JSON.stringify(preview.dates)} /> : null}
			<Button name="intent" value="new" disabled={busy} className={panel.send}>
				{preview ? 'Gewählte Kurse anlegen' : 'Kurs anlegen'}
			</Button>
		</Form>
	)
}

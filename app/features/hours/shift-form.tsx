import { Form } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import panel from '#app/ui/panel.module.css'

/** Another shift on one day: other times, none at all, or the usual ones again. */
export function ShiftForm({ reply }: { reply?: FormReply }) {
	return (
		<Form method="post" noValidate className={panel.form}>
			<FormMessage reply={reply} />
			<SelectField {...fieldOf(reply, 'kind', 'times')} label="An diesem Tag" className={panel.full}>
				<option value="times">andere Zeiten</option>
				<option value="free">frei</option>
				<option value="usual">wieder wie sonst</option>
			</SelectField>
			<TimeField {...fieldOf(reply, 'starts')} label="Von" optional />
			<TimeField {...fieldOf(reply, 'ends')} label="Bis" ends optional />
			<div className={`${panel.line} ${panel.full}`}>
				<Button name="intent" value="shift">
					Schicht speichern
				</Button>
				{reply?.error?.sure ? (
					<Button kind="secondary" name="sure" value="ja">
						Trotzdem speichern
					</Button>
				) : null}
			</div>
		</Form>
	)
}

import { Form } from 'react-router'
import { fieldOf, type FormReply, ticksOf } from '#app/lib/form.ts'
import { SEEN } from '#app/lib/seen.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import panel from '#app/ui/panel.module.css'

/** Another shift on one day: other times, none at all, or the usual ones again. */
export function ShiftForm({ reply, seen, back }: { reply?: FormReply; seen: string; back: string }) {
	const typed = reply?.initialValue
	const stand = reply?.error?.stand?.[0]
	const sure = reply?.error?.sure?.[0]
	// What was told counts as seen; other answers leave it at what was shown first.
	const before = typeof typed?.[SEEN] === 'string' ? typed[SEEN] : ''
	return (
		<Form method="post" noValidate className={panel.form}>
			<FormMessage reply={reply} />
			<input type="hidden" name={SEEN} value={stand ?? (reply ? before : seen)} />
			{ticksOf(reply, 'agreed').map((one) => (
				<input key={one} type="hidden" name="agreed" value={one} />
			))}
			<SelectField {...fieldOf(reply, 'kind', 'times')} label="An diesem Tag" className={panel.full}>
				<option value="times">andere Zeiten</option>
				<option value="free">frei</option>
				<option value="usual">wieder wie sonst</option>
			</SelectField>
			<TimeField {...fieldOf(reply, 'starts')} label="Von" optional />
			<TimeField {...fieldOf(reply, 'ends')} label="Bis" ends optional />
			<div className={`${panel.line} ${panel.full}`}>
				<Button name="intent" value="shift">
					{stand === undefined ? 'Schicht speichern' : 'Trotzdem speichern'}
				</Button>
				{sure ? (
					<Button kind="secondary" name="agreed" value={sure}>
						Trotzdem speichern
					</Button>
				) : null}
				{stand === undefined ? null : (
					<ButtonLink to={back} kind="plain">
						So lassen
					</ButtonLink>
				)}
			</div>
		</Form>
	)
}

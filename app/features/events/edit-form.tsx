import { Form } from 'react-router'
import type { FollowingQuestion } from '#app/lib/following.ts'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FollowingFields } from '#app/ui/following-fields.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import { Meanwhile } from '#app/ui/meanwhile.tsx'
import panel from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import { EVENT_LABELS, eventTyped } from './event.edit.ts'
import type { Event } from './event.ts'
import { type Choices, EventFields } from './event-fields.tsx'
import type { Sibling } from './following.ts'

type Props = Choices & {
	event: Event
	zone: string
	reply?: FormReply
	/** The later ones of its series, and what speaks against changing them as well. */
	later: Sibling[]
	question?: FollowingQuestion
}

/** Everything of an event that can be changed. */
export function EditEventForm({ event, zone, reply, later, question, ...choices }: Props) {
	const typed = eventTyped(event, zone)
	const shown = useShown(reply, typed)
	return (
		<Form method="post" noValidate key={shown} className={panel.form} preventScrollReset>
			<FormMessage reply={reply} />
			<Meanwhile {...{ shown, typed }} labels={EVENT_LABELS} />
			<input type="hidden" name="shown" value={shown} />
			<EventFields {...{ reply, ...choices }} values={typed as Record<string, string>} />
			<TextField
				{...fieldOf(reply, 'reason')}
				label="Grund einer neuen Zeit"
				hint="Wer gebucht hat, bekommt ihn mit der E-Mail über die neue Zeit oder Person."
				maxLength={1000}
				optional
			/>
			<FollowingFields
				{...{ later, question }}
				key={question?.seen ?? ''}
				ticked={reply?.initialValue?.folgende === 'ja'}
				hint="Die folgenden bekommen nur, was Sie hier ändern, und rücken um ebenso viele Tage. Alles andere behalten sie."
			/>
			<Button name="intent" value="save" className={panel.send}>
				Speichern
			</Button>
		</Form>
	)
}

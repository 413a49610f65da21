import { Form } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'

type Props = {
	people: { id: string; name: string }[]
	/** Who is chosen at first. */
	person: string
	/** The first day at first, and today's date at the location. */
	day: string
	today: string
	mayClose: boolean
	reply?: FormReply
}

/** Who is away and until when; a whole location for those who may close it. */
export function BeginForm({ people, person, day, today, mayClose, reply }: Props) {
	return (
		<Form method="post" noValidate className={panel.form} key={person + day}>
			<FormMessage reply={reply} />
			<input type="hidden" name="kind" value="closed" />
			<SelectField {...fieldOf(reply, 'employee_id', person)} label="Wer fällt aus?">
				{people.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
				{mayClose ? <option value="">Der ganze Standort</option> : null}
			</SelectField>
			<DateField {...fieldOf(reply, 'from_day', day)} label="Erster Tag" today={today} />
			<DateField
				{...fieldOf(reply, 'to_day')}
				label="Letzter Tag"
				today={today}
				optional
				hint="Leer: nur dieser Tag."
			/>
			<TimeField {...fieldOf(reply, 'from_time')} label="Ab Uhrzeit" optional />
			<TimeField {...fieldOf(reply, 'to_time')} label="Bis Uhrzeit" ends optional />
			<TextField
				{...fieldOf(reply, 'reason')}
				label="Grund"
				optional
				hint="Nur für das Team. Kund:innen erfahren ihn nicht."
				maxLength={120}
				className={panel.full}
			/>
			<Button name="intent" value="begin">
				Eintragen und Termine zeigen
			</Button>
		</Form>
	)
}

import { Form } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import panel from '#app/ui/panel.module.css'

type Props = {
	/** What is stored and shown; without an id it is a new one. */
	id?: string
	typed: Record<string, string>
	people: { id: string; name: string }[]
	today: string
	reply?: FormReply
}

/** An absence, special opening or closed time, new or stored. */
export function ExceptionForm({ id, typed, people, today, reply }: Props) {
	const shown = useShown(reply, typed)
	const field = (name: string) => fieldOf(reply, name, typed[name])
	return (
		<Form method="post" noValidate className={panel.form} preventScrollReset key={shown}>
			<FormMessage reply={reply} />
			{id ? (
				<>
					<input type="hidden" name="id" value={id} />
					<input type="hidden" name="shown" value={shown} />
				</>
			) : null}
			<SelectField {...field('kind')} label="Art">
				<option value="closed">Abwesend oder geschlossen</option>
				<option value="open">Zusätzlich geöffnet</option>
			</SelectField>
			<SelectField {...field('employee_id')} label="Für" optional>
				<option value="">Den ganzen Standort</option>
				{people.map((person) => (
					<option key={person.id} value={person.id}>
						{person.name}
					</option>
				))}
			</SelectField>
			<DateField {...field('from_day')} label="Erster Tag" today={today} />
			<DateField {...field('to_day')} label="Letzter Tag" today={today} optional />
			<TimeField {...field('from_time')} label="Ab Uhrzeit" optional />
			<TimeField {...field('to_time')} label="Bis Uhrzeit" ends optional />
			<TextField {...field('reason')} label="Grund" optional maxLength={120} className={panel.full} />
			<Button kind="secondary" name="intent" value="exception">
				{id ? 'Speichern' : 'Eintragen'}
			</Button>
		</Form>
	)
}

import { Form } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { FormMessage } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import { whoOf } from './disruptions.ts'

type Named = { id: string; name: string }
type Props = {
	people: Named[]
	/** Rooms and devices. */
	resources?: Named[]
	/** Who or what is chosen at first, as in `whoOf`. */
	who: string
	/** The first day at first, and today's date at the location. */
	day: string
	today: string
	mayClose: boolean
	/** What the button says. */
	label?: string
	reply?: FormReply
}

/** Who or what is out and until when, not asked where it can be only one; a whole location for those who may close it. */
export function BeginForm({
	people,
	resources = [],
	who,
	day,
	today,
	mayClose,
	label = 'Eintragen und Termine zeigen',
	reply,
}: Props) {
	return (
		<Form method="post" noValidate className={panel.form} key={who + day}>
			<FormMessage reply={reply} />
			<input type="hidden" name="kind" value="closed" />
			{people.length === 1 && resources.length === 0 && !mayClose ? (
				<input type="hidden" name="who" value={who} />
			) : (
				<SelectField
					{...fieldOf(reply, 'who', who)}
					label={resources.length > 0 ? 'Wer oder was fällt aus?' : 'Wer fällt aus?'}
				>
					<Options rows={people} valueOf={whoOf.person} />
					{resources.length > 0 ? (
						<optgroup label="Räume, Plätze, Geräte">
							<Options rows={resources} valueOf={whoOf.resource} />
						</optgroup>
					) : null}
					{mayClose ? <option value={whoOf.location}>Der ganze Standort</option> : null}
				</SelectField>
			)}
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
				{label}
			</Button>
		</Form>
	)
}

function Options({ rows, valueOf }: { rows: Named[]; valueOf: (id: string) => string }) {
	return rows.map(({ id, name }) => (
		<option key={id} value={valueOf(id)}>
			{name}
		</option>
	))
}

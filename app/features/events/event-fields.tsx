import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { DateField } from '#app/ui/date-field.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'

export type Choices = {
	people: { id: string; name: string }[]
	rooms: { id: string; name: string }[]
	/** Local date of the location. */
	today: string
}

type Props = Choices & { reply?: FormReply; values: Record<string, string> }

/** The fields that a new event and a changed one share. @param values what is shown at first */
export function EventFields({ reply, values, people, rooms, today }: Props) {
	const field = (name: string) => fieldOf(reply, name, values[name])
	return (
		<>
			<TextField {...field('title')} label="Titel" hint="Leer: heißt wie die Leistung." maxLength={120} optional />
			<SelectField {...field('employee_id')} label="Mitarbeiter:in">
				{people.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</SelectField>
			{rooms.length > 0 ? (
				<SelectField {...field('resource_id')} label="Raum oder Gerät" optional>
					<option value="">keiner</option>
					{rooms.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
			) : null}
			<DateField {...field('day')} label="Tag" today={today} />
			<TimeField {...field('from')} label="Von" />
			<TimeField {...field('to')} label="Bis" ends />
			<TextField {...field('seats')} label="Plätze" inputMode="numeric" />
			<TextField {...field('price')} label="Preis je Platz in Euro" inputMode="decimal" />
			<div className={panel.full}>
				<TextArea
					{...field('description')}
					label="Beschreibung für Besucher:innen"
					rows={3}
					maxLength={2000}
					optional
				/>
			</div>
			<TextField
				{...field('notice_hours')}
				label="Online buchbar bis … Stunden vorher"
				hint="Leer: wie bei Ihren Terminen."
				inputMode="numeric"
				optional
			/>
			<TextField
				{...field('cancellation_hours')}
				label="Kostenlos absagbar bis … Stunden vorher"
				hint="Leer: wie bei Ihren Terminen."
				inputMode="numeric"
				optional
			/>
		</>
	)
}

import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { DateField } from '#app/ui/date-field.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { TimeField } from '#app/ui/time-field.tsx'
import { spanText } from './exceptions.ts'
import { FormMessage, Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'

type Row = {
	id: string
	employee_id: string | null
	kind: 'closed' | 'open'
	starts_at: string
	ends_at: string
	reason: string
}
type Props = {
	exceptions: Row[]
	people: { id: string; name: string }[]
	/** Today's date at the location. */
	today: string
	mayManage: boolean
	refusal?: Refusal
}

/** Absences, special openings and public holidays from now on. */
export function ExceptionsPanel({ exceptions, people, today, mayManage, refusal }: Props) {
	const year = Number(today.slice(0, 4))
	const reply = replyTo(refusal, 'exception')
	const nameOf = (id: string | null): string =>
		id === null ? 'Ganzer Standort' : (people.find((person) => person.id === id)?.name ?? 'Ehemalige Person')
	return (
		<Panel title="Abwesenheiten, Sonderöffnungen, Feiertage">
			{exceptions.length === 0 ? (
				<p className={panel.soft}>
					Noch nichts eingetragen. Beginnen Sie mit den gesetzlichen Feiertagen Ihres Bundeslands: ein Klick genügt.
				</p>
			) : null}
			<ul className={panel.list}>
				{exceptions.map((row) => {
					const when = spanText(row.starts_at, row.ends_at)
					return (
						<li key={row.id} className={panel.item}>
							<span>
								<strong>{when}</strong>{' '}
								<span className={panel.soft}>
									{[row.kind === 'open' ? 'Geöffnet' : 'Geschlossen', nameOf(row.employee_id), row.reason]
										.filter(Boolean)
										.join(' · ')}
								</span>
							</span>
							{mayManage ? (
								<Form method="post" preventScrollReset>
									<input type="hidden" name="id" value={row.id} />
									<Button kind="plain" name="intent" value="remove" aria-label={`Entfernen: ${when} ${row.reason}`}>
										Entfernen
									</Button>
								</Form>
							) : null}
						</li>
					)
				})}
			</ul>
			{mayManage ? (
				<>
					<div className={panel.line}>
						{[year, year + 1].map((each) => (
							<Form key={each} method="post" preventScrollReset>
								<input type="hidden" name="year" value={each} />
								<Button kind="secondary" name="intent" value="holidays">
									Feiertage {each} eintragen
								</Button>
							</Form>
						))}
					</div>
					<Form method="post" noValidate className={panel.form} key={exceptions.length} preventScrollReset>
						<FormMessage reply={reply} />
						<SelectField {...fieldOf(reply, 'kind', 'closed')} label="Art">
							<option value="closed">Abwesend oder geschlossen</option>
							<option value="open">Zusätzlich geöffnet</option>
						</SelectField>
						<SelectField {...fieldOf(reply, 'employee_id')} label="Für" optional>
							<option value="">Den ganzen Standort</option>
							{people.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
						</SelectField>
						<DateField {...fieldOf(reply, 'from_day')} label="Erster Tag" today={today} />
						<DateField {...fieldOf(reply, 'to_day')} label="Letzter Tag" today={today} optional />
						<TimeField {...fieldOf(reply, 'from_time')} label="Ab Uhrzeit" optional />
						<TimeField {...fieldOf(reply, 'to_time')} label="Bis Uhrzeit" ends optional />
						<TextField {...fieldOf(reply, 'reason')} label="Grund" optional maxLength={120} className={panel.full} />
						<Button kind="secondary" name="intent" value="exception">
							Eintragen
						</Button>
					</Form>
				</>
			) : null}
		</Panel>
	)
}

import { Form, Link, useSearchParams } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { ExceptionForm } from './exception-form.tsx'
import { exceptionTyped } from './exceptions.edit.ts'
import { spanText } from './exceptions.ts'
import styles from './week-form.module.css'

type Row = {
	id: string
	employee_id: string | null
	kind: 'closed' | 'open'
	starts_at: string
	ends_at: string
	reason: string
	updated_at: string
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
	const editing = useSearchParams()[0].get('aendern')
	const year = Number(today.slice(0, 4))
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
								<Form method="post" preventScrollReset className={panel.line}>
									<Link
										to={editing === row.id ? '?' : `?aendern=${row.id}`}
										preventScrollReset
										aria-label={`${editing === row.id ? 'Nicht ändern' : 'Ändern'}: ${when} ${row.reason}`}
									>
										{editing === row.id ? 'Nicht ändern' : 'Ändern'}
									</Link>
									<input type="hidden" name="id" value={row.id} />
									<input type="hidden" name="version" value={row.updated_at} />
									<Button kind="plain" name="intent" value="remove" aria-label={`Entfernen: ${when} ${row.reason}`}>
										Entfernen
									</Button>
								</Form>
							) : null}
							{mayManage && editing === row.id ? (
								<div className={styles.change}>
									<ExceptionForm
										id={row.id}
										typed={exceptionTyped(row)}
										{...{ people, today }}
										reply={replyTo(refusal, `exception${row.id}`)}
									/>
								</div>
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
					<ExceptionForm
						key={exceptions.length}
						typed={{ kind: 'closed' }}
						{...{ people, today }}
						reply={replyTo(refusal, 'exception')}
					/>
				</>
			) : null}
		</Panel>
	)
}

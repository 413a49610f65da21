import { Form } from 'react-router'
import { dateText } from '#app/lib/calendar-date.ts'
import type { FormReply } from '#app/lib/form.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField } from '#app/ui/text-field.tsx'
import { FIELD_NAMES, FIELDS, type Mapping, rowText } from './import-fields.ts'
import styles from './import.module.css'
import type { Preview } from './import.server.ts'

const HEAD = ['Zeile', 'Ergebnis', 'Name', 'E-Mail', 'Telefon', 'Geburtstag', 'Merkmale', 'Notiz']

type Props = { head: string[]; mapping: Mapping; preview: Preview; rows: number; reply?: FormReply }

/** Which column holds what, what the first rows would become, and the button that begins. */
export function ImportMappingForm({ head, mapping, preview, rows, reply }: Props) {
	return (
		<div className={panel.stack}>
			<Panel title="Was steht in welcher Spalte?">
				<p className={panel.soft}>
					Geraten nach den Überschriften der Datei. Spalten, die Sie nicht wählen, bleiben weg.
				</p>
				<Form method="get" className={panel.form} preventScrollReset>
					{FIELD_NAMES.map((field) => (
						<SelectField
							key={`${field}${mapping[field] ?? ''}`}
							label={FIELDS[field]}
							name={field}
							defaultValue={mapping[field] === undefined ? '' : String(mapping[field])}
							required={false}
						>
							<option value="">–</option>
							{head.map((name, column) => (
								// oxlint-disable-next-line react/no-array-index-key -- two columns may have the same name
								<option key={column} value={column}>
									{name}
								</option>
							))}
						</SelectField>
					))}
					<input type="hidden" name="zuordnung" value="1" />
					<Button kind="secondary" className={panel.send}>
						Vorschau zeigen
					</Button>
				</Form>
			</Panel>
			<Panel title="Vorschau der ersten Zeilen">
				{preview.length === 0 ? (
					<p>Bitte wählen Sie oben die Spalte für den Namen.</p>
				) : (
					// Wider than a phone: the arrow keys scroll it as well.
					// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
					<div className={styles.scroll} role="region" aria-label="Vorschau" tabIndex={0}>
						<table className={styles.table}>
							<thead>
								<tr>
									{HEAD.map((name) => (
										<th key={name} scope="col">
											{name}
										</th>
									))}
								</tr>
							</thead>
							<tbody>
								{preview.map(({ n, state, code, name, email, phones, birthday, tags, note }) => (
									<tr key={n}>
										<td>{n + 1}</td>
										<td>{rowText(state, code ?? '')}</td>
										<td>{name}</td>
										<td>{email}</td>
										<td>{phones.join(', ')}</td>
										<td>{dateText(birthday ?? '')}</td>
										<td>{tags.join(', ')}</td>
										<td>{note}</td>
									</tr>
								))}
							</tbody>
						</table>
					</div>
				)}
			</Panel>
			<Panel title={`${formatNumber(rows)} ${rows === 1 ? 'Zeile' : 'Zeilen'} übernehmen`}>
				<p className={panel.soft}>
					Wer schon eine Karte hat, bleibt unverändert. Niemand bekommt eine Nachricht, und niemand hat dadurch in
					Werbung eingewilligt. 30 Tage lang lässt sich alles zurücknehmen.
				</p>
				<Form method="post">
					<FormMessage reply={reply} />
					<input type="hidden" name="mapping" value={JSON.stringify(mapping)} />
					<div className={panel.line}>
						<Button name="intent" value="start" disabled={preview.length === 0}>
							Import starten
						</Button>
						<Button name="intent" value="drop" kind="plain">
							Verwerfen
						</Button>
					</div>
				</Form>
			</Panel>
		</div>
	)
}

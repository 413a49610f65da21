import { type ChangeEvent, useState } from 'react'
import { eurosOf } from '#app/features/services/price.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import styles from './edit-lines.module.css'
import form from './create-form.module.css'
import { linesOfText, type TypedLine } from './edit-lines.ts'
import type { EditData } from './edit-page.server.ts'

type Props = { data: EditData; lines: TypedLine[]; faulty: boolean }

/** The services of an appointment, each with person, length and price, and a place for one more. */
export function EditLines({ data, lines, faulty }: Props) {
	const { mayMove, people } = data
	const last = lines.at(-1)
	const empty: TypedLine = {
		origin: '',
		service: '',
		person: last?.person ?? people[0]?.id ?? '',
		minutes: '',
		price: '',
		room: '',
	}
	// Each row keeps its fields when another one comes: the last one is for one more.
	const [rows, setRows] = useState(mayMove ? [...lines, empty] : lines)
	return (
		<fieldset className={form.group} aria-invalid={faulty ? true : undefined}>
			<legend>Leistungen</legend>
			{rows.map((line, index) => (
				<Row
					// oxlint-disable-next-line react/no-array-index-key -- rows only come, at the end
					key={index}
					label={mayMove && index === rows.length - 1 ? 'Weitere Leistung' : `${index + 1}. Leistung`}
					line={line}
					data={data}
					onChosen={index === rows.length - 1 && rows.length < MOST ? () => setRows([...rows, empty]) : undefined}
				/>
			))}
		</fieldset>
	)
}

const MOST = 10

type RowProps = {
	line: TypedLine
	data: EditData
	label: string
	/** Called when another service was chosen. */
	onChosen?: () => void
}

function Row({ line, data, label, onChosen }: RowProps) {
	const { mayMove, mayPrice, people, services, offers } = data
	const [service, setService] = useState(line.service)
	const [person, setPerson] = useState(line.person)
	const foreign = !people.some(({ id }) => id === line.person)
	const known = services.find(({ id }) => id === service)
	const fixed = !mayMove || (foreign && line.origin !== '')
	const offer = offers.find((one) => one.service_id === service && one.employee_id === person)
	const usual = {
		minutes: offer?.duration_minutes ?? known?.duration_minutes,
		price: offer?.price_cents ?? known?.price_cents,
	}
	const choose = ({ currentTarget: field }: ChangeEvent<HTMLSelectElement>): void => {
		setService(field.value)
		// Another service has its own length and price.
		const row = field.closest('fieldset')
		for (const name of ['minutes', 'price'])
			for (const input of row?.querySelectorAll<HTMLInputElement>(`input[name=${name}]`) ?? []) input.value = ''
		if (field.value) onChosen?.()
	}
	return (
		<fieldset className={styles.row}>
			<legend className="visually-hidden">{label}</legend>
			<input type="hidden" name="origin" value={line.origin} />
			{fixed ? (
				<>
					<input type="hidden" name="service" value={line.service} />
					<input type="hidden" name="person" value={line.person} />
					<input type="hidden" name="minutes" value={line.minutes} />
					<input type="hidden" name="room" value={line.room} />
					<p className={styles.fixed}>
						<strong>{known?.name}</strong> {formatMinutes(Number(line.minutes))}
					</p>
				</>
			) : (
				<>
					<SelectField
						label={label}
						name="service"
						defaultValue={line.service}
						onChange={choose}
						className={styles.service}
						required={false}
					>
						<option value="">{line.origin ? 'Entfällt' : 'Keine'}</option>
						{services.map(({ id, name, addon }) => (
							<option key={id} value={id}>
								{addon ? `${name} (Zusatz)` : name}
							</option>
						))}
					</SelectField>
					<SelectField
						label="Mitarbeiter:in"
						name="person"
						defaultValue={line.person}
						onChange={(event) => setPerson(event.currentTarget.value)}
						required={false}
					>
						{people.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</SelectField>
					<TextField
						label="Minuten"
						name="minutes"
						inputMode="numeric"
						defaultValue={line.minutes}
						placeholder={usual.minutes === undefined ? undefined : String(usual.minutes)}
						autoComplete="off"
						required={false}
					/>
					<RoomField data={data} line={line} service={service} />
				</>
			)}
			{mayPrice ? (
				<TextField
					label="Preis in Euro"
					name="price"
					inputMode="decimal"
					defaultValue={line.price}
					placeholder={usual.price === undefined ? undefined : eurosOf(usual.price)}
					autoComplete="off"
					required={false}
				/>
			) : (
				<input type="hidden" name="price" defaultValue={line.price} />
			)}
		</fieldset>
	)
}

/** The rooms or devices of the kind that the service needs; another service finds one by itself. */
function RoomField({ data, line, service }: { data: EditData; line: TypedLine; service: string }) {
	const stored = linesOfText(data.typed.lines).find(({ origin }) => origin !== '' && origin === line.origin)
	const choice = data.rooms.find(({ position }) => String(position) === line.origin)
	if (!choice || !stored || stored.service !== service) return <input type="hidden" name="room" value="" />
	const known = choice.rooms.some(({ id }) => id === stored.room)
	return (
		<SelectField label={choice.kind} name="room" defaultValue={line.room} required={false}>
			{known ? null : <option value={stored.room}>{stored.room ? 'Wie bisher' : 'Was frei ist'}</option>}
			{choice.rooms.map(({ id, name, free }) => (
				<option key={id} value={id}>
					{free ? name : `${name} (belegt)`}
				</option>
			))}
		</SelectField>
	)
}

import { ROOMS_NAME } from '#app/features/calendar/rooms.ts'
import { Notice } from '#app/ui/notice.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { takerValue } from './block.ts'
import styles from './block-form.module.css'

type Named = { id: string; name: string }
type Props = { people: Named[]; rooms: Named[]; value: string | undefined; error: string | undefined }

/** Whose time is blocked; with a single one there is nothing to choose. */
export function TakerField({ people, rooms, value, error }: Props) {
	const persons = people.map(({ id, name }) => ({ name, value: takerValue({ employee_id: id, resource_id: null }) }))
	const things = rooms.map(({ id, name }) => ({ name, value: takerValue({ employee_id: null, resource_id: id }) }))
	const [only, ...others] = [...persons, ...things]
	if (others.length === 0)
		return (
			<>
				{error ? (
					<Notice kind="danger" role="alert">
						<p>{only ? error : 'Hier gibt es noch niemanden, dessen Zeit Sie sperren können.'}</p>
					</Notice>
				) : null}
				{things.length > 0 ? <p className={styles.only}>Für {only?.name}</p> : null}
				<input type="hidden" name="person" value={only?.value ?? ''} />
			</>
		)
	const options = (all: typeof persons) =>
		all.map((one) => (
			<option key={one.value} value={one.value}>
				{one.name}
			</option>
		))
	return (
		<SelectField label={things.length > 0 ? 'Für' : 'Mitarbeiter:in'} name="person" defaultValue={value} error={error}>
			{things.length > 0 && persons.length > 0 ? (
				<>
					<optgroup label="Team">{options(persons)}</optgroup>
					<optgroup label={ROOMS_NAME}>{options(things)}</optgroup>
				</>
			) : (
				options([...persons, ...things])
			)}
		</SelectField>
	)
}

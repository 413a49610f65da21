import { Form } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { Range } from './calendar.ts'
import styles from './head.module.css'
import { joinWhose, peopleIn } from './whose.ts'

type Props = {
	range: Range
	people: { id: string; name: string }[]
	/** Whose calendar is shown. */
	whose: string
	show: (whose: string) => void
}

/** The people who are shown side by side: some of a large team. */
export function PeopleChoice({ range, people, whose, show }: Props) {
	const shown = peopleIn(whose)
	return (
		<Menu
			label="Mehrere Personen wählen"
			className={styles.more}
			face={
				<svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" className={styles.icon}>
					<path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.5a6.5 6.5 0 0 1 3.500 5.500" />
				</svg>
			}
		>
			<Form
				key={whose}
				method="get"
				action={adminPaths.calendar()}
				className={styles.people}
				onSubmit={(event) => {
					event.preventDefault()
					const ids = new FormData(event.currentTarget).getAll('person').map(String)
					show(ids.length === people.length ? '' : joinWhose(ids))
				}}
			>
				{range.view === 'tag' ? null : <input type="hidden" name="ansicht" value={range.view} />}
				<input type="hidden" name="tag" value={range.day} />
				<fieldset>
					<legend>Nebeneinander zeigen</legend>
					{people.map(({ id, name }) => (
						<label key={id}>
							<input
								type="checkbox"
								name="person"
								value={id}
								defaultChecked={shown.length === 0 || shown.includes(id)}
							/>
							{name}
						</label>
					))}
				</fieldset>
				<Button kind="secondary">Zeigen</Button>
			</Form>
		</Menu>
	)
}

import { Form } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import styles from './column-choice.module.css'
import { type Column, COLUMNS } from './columns.ts'

/** The choice of the table's columns, stored in this browser. `back` is the page with its filters. */
export function ColumnChoice({ columns, back }: { columns: Column[]; back: string }) {
	return (
		<Menu label="Spalten" key={columns.join()}>
			<Form method="post" data-fleeting action={adminPaths.home()} className={styles.choice} preventScrollReset>
				<input type="hidden" name="back" value={back} />
				<fieldset>
					<legend>Neben Zeit und Kund:in</legend>
					{Object.entries(COLUMNS).map(([name, label]) => (
						<label key={name}>
							<input type="checkbox" name="spalte" value={name} defaultChecked={columns.includes(name as Column)} />
							{label}
						</label>
					))}
				</fieldset>
				<Button kind="secondary" name="spalten" value="1">
					Übernehmen
				</Button>
			</Form>
		</Menu>
	)
}

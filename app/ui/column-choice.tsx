import { Form } from 'react-router'
import { Button } from './button.tsx'
import styles from './column-choice.module.css'
import { Menu } from './menu.tsx'

type Props = {
	/** The list as the form names it, its columns by their labels, and those that are shown. */
	list: string
	names: Record<string, string>
	columns: string[]
	/** What is always shown. */
	besides: string
	/** Where the choice is stored, and the page with its filters. */
	action: string
	back: string
}

/** The choice of a table's columns, stored in this browser. */
export function ColumnChoice({ list, names, columns, besides, action, back }: Props) {
	return (
		<Menu label="Spalten" key={columns.join()}>
			<Form method="post" data-fleeting action={action} className={styles.choice} preventScrollReset>
				<input type="hidden" name="back" value={back} />
				<fieldset>
					<legend>Neben {besides}</legend>
					{Object.entries(names).map(([name, label]) => (
						<label key={name}>
							<input type="checkbox" name="spalte" value={name} defaultChecked={columns.includes(name)} />
							{label}
						</label>
					))}
				</fieldset>
				<Button kind="secondary" name="spalten" value={list}>
					Übernehmen
				</Button>
			</Form>
		</Menu>
	)
}

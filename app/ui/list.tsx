import { type ReactNode, useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import styles from './list.module.css'
import { useListKeys } from './use-list-keys.ts'

export type ListColumn<Row> = {
	name: string
	label: string
	show: (row: Row) => ReactNode
	/** What stands after the link of the title. */
	beside?: (row: Row) => ReactNode
	/** The column's name in the address's order; without it, the list cannot be sorted by this column. */
	sort?: string
	/**
	 * The place of the value on a card, when there is no room for a table: the title, the line below, the corner, or beside the
	 * line.
	 */
	place?: 'title' | 'lead' | 'corner' | 'amount'
	/** Shows its label beside the value on a card, which has no head. */
	named?: boolean
	/** Figures never break; long words can break anywhere; names keep their width. */
	look?: 'figures' | 'wraps' | 'names'
}

type Props<Row> = {
	label: string
	/** Exactly one column is the `title`, which names the row. */
	columns: ListColumn<Row>[]
	rows: Row[]
	idOf: (row: Row) => string
	/** The name of the checkbox that chooses a row. */
	nameOf: (row: Row) => string
	/** The link of a row's title, which then covers the whole row; a row can have none. */
	hrefFor?: (id: string) => string | undefined
	/** Id of the row that is open beside the list. */
	opened?: string
	/** The order, with `-` in front for descending, and the address of another order. */
	sorting?: { by: string; hrefFor: (by: string) => string }
	/** Buttons for the chosen rows; they submit `ids`. */
	bulk?: ReactNode
	/** The address the buttons submit to. */
	action?: string
}

/**
 * Rows as a table with a sticky head, or as cards where there is no room for a table. Sorting, choosing and opening need no JavaScript;
 * with it, the keys j, k, x and Enter work as well.
 */
export function List<Row>({ label, columns, rows, idOf, nameOf, hrefFor, opened, sorting, bulk, action }: Props<Row>) {
	const [chosen, setChosen] = useState(0)
	const room = useRef<HTMLDivElement>(null)
	useListKeys(room)
	const boxes = (form: HTMLFormElement): HTMLInputElement[] => [
		...form.querySelectorAll<HTMLInputElement>('input[name="ids"]'),
	]
	const table = (
		<table className={styles.table} aria-label={label}>
			<thead>
				<tr>
					{bulk ? (
						<td className={styles.choose}>
							<label className={styles.all}>
								<input
									type="checkbox"
									onChange={({ currentTarget }) => {
										for (const box of currentTarget.form ? boxes(currentTarget.form) : [])
											box.checked = currentTarget.checked
									}}
								/>
								<span className="visually-hidden">Alle auf dieser Seite wählen</span>
							</label>
						</td>
					) : null}
					{columns.map((column) => (
						<Head key={column.name} column={column} sorting={sorting} />
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<tr key={idOf(row)} data-opened={idOf(row) === opened}>
						{bulk ? (
							<td className={styles.choose}>
								<label>
									<input type="checkbox" name="ids" value={idOf(row)} />
									<span className="visually-hidden">{nameOf(row)} wählen</span>
								</label>
							</td>
						) : null}
						{columns.map(({ name, label: head, named, place, look, show, beside }) =>
							place === 'title' ? (
								<th key={name} scope="row" data-place={place}>
									<Title to={hrefFor?.(idOf(row))} opened={idOf(row) === opened}>
										{show(row)}
									</Title>
									{beside ? <> {beside(row)}</> : null}
								</th>
							) : (
								<td key={name} data-place={place} data-look={look} data-named={named ? head : undefined}>
									{show(row)}
								</td>
							),
						)}
					</tr>
				))}
			</tbody>
		</table>
	)
	return (
		<div ref={room} className={styles.room} data-list>
			{bulk ? (
				<Form
					method="post"
					data-fleeting
					action={action}
					preventScrollReset
					// Other rows need new checkboxes.
					key={rows.map(idOf).join()}
					onChange={({ currentTarget }) => setChosen(boxes(currentTarget).filter(({ checked }) => checked).length)}
				>
					{table}
					<div className={styles.bulk} role="group" aria-label="Mit den gewählten Zeilen">
						<span className={styles.chosen}>{chosen > 0 ? `${chosen} gewählt` : 'Gewählte'}</span>
						{bulk}
					</div>
				</Form>
			) : (
				table
			)}
			<p className={styles.keys}>
				<kbd>j</kbd> <kbd>k</kbd> {hrefFor ? 'nächste und vorige Zeile, ' : 'nächste und vorige Zeile'}
				{hrefFor ? (
					<>
						<kbd>Enter</kbd> öffnet
					</>
				) : null}
				{bulk ? (
					<>
						, <kbd>x</kbd> wählt
					</>
				) : null}
			</p>
		</div>
	)
}

function Title({ to, opened, children }: { to?: string; opened: boolean; children: ReactNode }) {
	if (to === undefined) return <span tabIndex={-1}>{children}</span>
	return (
		<Link to={to} aria-current={opened ? 'true' : undefined} preventScrollReset>
			{children}
		</Link>
	)
}

function Head<Row>({ column, sorting }: { column: ListColumn<Row>; sorting: Props<Row>['sorting'] }) {
	const { label, sort, place } = column
	const [up, down] = [sort !== undefined && sorting?.by === sort, sort !== undefined && sorting?.by === `-${sort}`]
	return (
		<th scope="col" data-place={place} aria-sort={up ? 'ascending' : down ? 'descending' : undefined}>
			{sort && sorting ? (
				<Link to={sorting.hrefFor(up ? `-${sort}` : sort)} className={styles.sort} preventScrollReset>
					{label}
					<span className={styles.arrow} aria-hidden="true" />
				</Link>
			) : (
				label
			)}
		</th>
	)
}

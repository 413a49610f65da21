import { useSeesContacts } from '#app/ui/contact-data.tsx'
import { Fragment } from 'react'
import { type Booked, PLAN_COLUMNS, planRows } from './plan-rows.ts'
import styles from './printed-day.module.css'

/** The booked appointments as a table for paper; the screen shows the calendar instead. */
export function PrintedDay(booked: Booked) {
	const rows = planRows(booked)
	const sees = useSeesContacts()
	const columns = [...PLAN_COLUMNS, ...(booked.rooms ? [['room', 'Raum'] as const] : [])].filter(
		([key]) => sees || key !== 'phone',
	)
	const several = new Set(rows.map(({ day }) => day)).size > 1
	return (
		<table className={styles.table}>
			<thead>
				<tr>
					{columns.map(([key, name]) => (
						<th key={key} scope="col">
							{name}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row, index) => (
					<Fragment key={row.key}>
						{several && rows[index - 1]?.day !== row.day ? (
							<tr>
								<th colSpan={columns.length} scope="rowgroup">
									{row.day}
								</th>
							</tr>
						) : null}
						<tr>
							{columns.map(([key]) => (
								<td key={key}>{row[key]}</td>
							))}
						</tr>
					</Fragment>
				))}
			</tbody>
		</table>
	)
}

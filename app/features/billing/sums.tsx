import { formatPrice } from '#app/lib/money.ts'
import styles from './billing.module.css'

type Line = [text: string, cents: number]

/** Lines with their amounts, the sums below, and the total. */
export function Sums({ label, lines, sums, total }: { label: string; lines: Line[]; sums: Line[]; total: Line }) {
	const row = ([text, cents]: Line, index: number, kind?: string) => (
		<tr key={`${index}${text}`} className={kind}>
			<th scope="row">{text}</th>
			<td>{formatPrice(cents)}</td>
		</tr>
	)
	return (
		<table className={styles.sums} aria-label={label}>
			<tbody>{lines.map((line, index) => row(line, index))}</tbody>
			<tfoot>
				{sums.map((line, index) => row(line, index))}
				{row(total, -1, styles.total)}
			</tfoot>
		</table>
	)
}

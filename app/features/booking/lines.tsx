import { STRUCK_NOTE, StruckPrice } from '#app/ui/struck-price.tsx'
import styles from './lines.module.css'

export type Line = { name: string; details: string; price: string; struckCents?: number | null }

/** What is booked, a line each: service, what belongs to it, price; and the package that the lines were sold as. */
export function Lines({ lines, packageName }: { lines: Line[]; packageName: string | null }) {
	return (
		<>
			{packageName ? <p>Paket „{packageName}“</p> : null}
			<ul className={styles.lines}>
				{lines.map((line) => (
					<li key={`${line.name}${line.details}`}>
						<span>
							{line.name}
							<span className={styles.soft}>{line.details}</span>
						</span>
						<span className={styles.price}>
							<StruckPrice price={line.price} cents={line.struckCents} />
						</span>
					</li>
				))}
			</ul>
			{lines.some((line) => line.struckCents) ? <p className={styles.soft}>{STRUCK_NOTE}</p> : null}
		</>
	)
}

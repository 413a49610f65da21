import { Button } from '#app/ui/button.tsx'
import { WaitLink } from './booking-box.tsx'
import styles from './booking-box.module.css'
import type { ListingData } from './listing.queries.server.ts'
import { VISIT, type visitOf } from './visit.ts'
import own from './visit-box.module.css'
import { WeekStrip } from './week-strip.tsx'

type Visit = ReturnType<typeof visitOf>

/** What is chosen on the page, with price and duration of all of it, and the way to its times. */
export function VisitBox({ visit: { lines, price, duration, count }, data }: { visit: Visit; data: ListingData }) {
	return (
		<div className={styles.box}>
			<h2>Ihr Besuch</h2>
			<ul className={own.lines}>
				{lines.map((line) => (
					<li key={line.id}>
						<span>
							{line.name}
							<span className={own.soft}>{line.duration}</span>
						</span>
						<span className={own.price}>{line.price}</span>
					</li>
				))}
			</ul>
			<WeekStrip data={data} services={lines.map(({ id }) => id)} />
			<p className={own.total} aria-live="polite">
				<span className={own.soft}>
					{count} · {duration}
				</span>
				<strong className={own.price}>{price}</strong>
			</p>
			<Button form={VISIT} wide>
				Zeit wählen
			</Button>
			<p className={styles.note}>
				Noch nichts gebucht.{' '}
				{data.confirms_by_hand ? 'Das Unternehmen bestätigt Ihren Wunsch.' : 'Gezahlt wird vor Ort.'}
			</p>
			<WaitLink data={data} services={lines.map(({ id }) => id)} />
		</div>
	)
}

/** The same as a bar at the lower edge of a phone. */
export function VisitBar({ visit: { price, duration, count } }: { visit: Visit }) {
	return (
		<div className={styles.bar}>
			<p aria-live="polite">
				<span className={own.sum}>
					<strong className={own.price}>{price}</strong> · {duration}
				</span>
				<span>{count}</span>
			</p>
			<Button form={VISIT}>Zeit wählen</Button>
		</div>
	)
}

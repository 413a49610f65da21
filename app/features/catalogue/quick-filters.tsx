import { LineIcon } from '#app/ui/line-icon.tsx'
import type { QuickDay, QuickFilter } from './quick-filters.ts'
import styles from './quick-filters.module.css'

/** The next days in a row, and the parts of the day. */
export function DayStrip({ days, parts }: { days: QuickDay[]; parts: QuickFilter[] }) {
	return (
		<nav aria-label="Tag und Tageszeit" className={styles.when}>
			<ul className={styles.days}>
				{days.map(({ words, date, href, chosen }) => (
					<li key={href}>
						<a href={href} rel="nofollow" data-keep-scroll aria-current={chosen ? 'true' : undefined}>
							<span>{words}</span> {date ? <b>{date}</b> : null}
						</a>
					</li>
				))}
			</ul>
			<ul className={styles.parts}>
				{parts.map(({ words, href, chosen }) => (
					<li key={words}>
						<a href={href} rel="nofollow" data-keep-scroll aria-current={chosen ? 'true' : undefined}>
							{words}
						</a>
					</li>
				))}
			</ul>
		</nav>
	)
}

/** The filters that are used most, each switched by one click. */
export function QuickFilters({ more }: { more: QuickFilter[] }) {
	return (
		<ul className={styles.more} aria-label="Schnelle Filter">
			{more.map(({ words, href, chosen }) => (
				<li key={words}>
					<a href={href} rel="nofollow" data-keep-scroll aria-current={chosen ? 'true' : undefined}>
						{chosen ? (
							<LineIcon size={16}>
								<path d="m5 12.500 4.500 4.500L19 7.500" strokeLinecap="round" strokeLinejoin="round" />
							</LineIcon>
						) : null}
						{words}
					</a>
				</li>
			))}
		</ul>
	)
}

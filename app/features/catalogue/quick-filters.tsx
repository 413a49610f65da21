import { LineIcon } from '#app/ui/line-icon.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { QuickDay, QuickFilter, QuickMenu } from './quick-filters.ts'
import styles from './quick-filters.module.css'

/** The next days in a row, and the parts of the day. */
export function DayStrip({ days, parts }: { days: QuickDay[]; parts: QuickFilter[] }) {
	return (
		<nav aria-label="Tag und Tageszeit" className={styles.when}>
			<ul className={styles.days}>
				{days.map(({ words, date, free, href, chosen }) => (
					<li key={href}>
						<a
							href={href}
							rel="nofollow"
							data-keep-scroll
							aria-current={chosen ? 'true' : undefined}
							data-none={free === 0 || undefined}
						>
							<span>{words}</span> {date ? <b>{date}</b> : null}
							{free === null ? null : <Free count={free} />}
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

function Free({ count }: { count: number }) {
	if (count === 0)
		return (
			<small>
				<span aria-hidden="true">–</span>
				<span className="visually-hidden"> nichts frei</span>
			</small>
		)
	return (
		<small>
			{' '}
			{count}
			<span className={styles.word}> frei</span>
		</small>
	)
}

/** The filters that are used most, each switched by one click. */
export function QuickFilters({ more, menus }: { more: QuickFilter[]; menus: QuickMenu[] }) {
	return (
		<ul className={styles.more} aria-label="Schnelle Filter">
			{menus.map(({ words, chosen, options }) => (
				<li key={words}>
					<Menu label={words} className={chosen ? `${styles.menu} ${styles.set}` : styles.menu}>
						<ul className={styles.options}>
							{options.map((option) => (
								<li key={option.words}>
									<a
										href={option.href}
										rel="nofollow"
										data-keep-scroll
										aria-current={option.chosen ? 'true' : undefined}
									>
										{option.words}
									</a>
								</li>
							))}
						</ul>
					</Menu>
				</li>
			))}
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

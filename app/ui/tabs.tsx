import { Link, useLocation } from 'react-router'
import styles from './tabs.module.css'

/** On a phone the row may be wider than the screen: then the open tab stands in its middle. */
function intoRow(tab: HTMLElement | null): void {
	const row = tab?.parentElement
	if (row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}

export type Tab = { to: string; label: string }

/** Pages about one thing, side by side. They are links, so that each has an address; `current` is the address of the open one. */
export function Tabs({ label, tabs, current }: { label: string; tabs: Tab[]; current?: string }) {
	const { pathname } = useLocation()
	const open = current ?? pathname
	return (
		<nav className={styles.tabs} aria-label={label}>
			{tabs.map(({ to, label: name }) => (
				<Link key={to} ref={to === open ? intoRow : undefined} to={to} aria-current={to === open ? 'page' : undefined}>
					{name}
				</Link>
			))}
		</nav>
	)
}

type ViewsProps = {
	label: string
	tabs: Tab[]
	current: string
	/** Index of the current one, where it is not the first with the current address. */ open?: number
}

/** Ready-made views of one list, as links like Tabs. Several may show the same; the first of them is the current one. */
export function Views({ label, tabs, current, open = tabs.findIndex(({ to }) => to === current) }: ViewsProps) {
	return (
		<nav className={styles.views} aria-label={label}>
			{tabs.map(({ to, label: name }, index) => (
				<Link key={`${to} ${name}`} to={to} aria-current={index === open ? 'page' : undefined}>
					{name}
				</Link>
			))}
		</nav>
	)
}

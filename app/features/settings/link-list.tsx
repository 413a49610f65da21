import { Link } from 'react-router'
import panel from '#app/ui/panel.module.css'
import styles from './settings.module.css'

export type SettingsLink = { to: string; label: string; words: string; file?: boolean }

/** Places where something is set or fetched, each with one line about it; a file is loaded, not opened. */
export function LinkList({ links }: { links: SettingsLink[] }) {
	return (
		<ul className={panel.list}>
			{links.map(({ to, label, words, file }) => (
				<li key={label} className={styles.link}>
					<Link to={to} reloadDocument={file}>
						{label}
					</Link>
					<span className={panel.soft}>{words}</span>
				</li>
			))}
		</ul>
	)
}

import type { ReactNode } from 'react'
import styles from './side-panel.module.css'

/** Whoever opens an appointment goes on reading there. Outside the component, so that it runs once for each appointment. */
function focusTitle(panel: HTMLElement | null): void {
	panel?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}

/** The appointment with this id beside what it was opened from; `children` begin with its title. */
export function SidePanel({ id, children }: { id: string; children: ReactNode }) {
	return (
		<aside key={id} className={styles.panel} aria-label="Termin" ref={focusTitle}>
			{children}
		</aside>
	)
}

/** A page with room for a panel beside it; on narrow screens the panel takes its place. */
export function WithPanel({ opened, main, children, live }: Props) {
	return (
		<div className={styles.page} data-live={live} data-opened={opened}>
			<div className={styles.main}>{main}</div>
			{children}
		</div>
	)
}

type Props = { opened: boolean; main: ReactNode; children: ReactNode; live?: boolean }

import type { ReactNode } from 'react'
import styles from './hero.module.css'

/** The band that opens a page about the product: what it is about in one large line, and what one can do. */
export function Hero({ title, children }: { title: string; children: ReactNode }) {
	return (
		<header className={styles.hero}>
			<h1>{title}</h1>
			{children}
		</header>
	)
}

/** The buttons of the band, side by side. */
export function HeroWays({ children }: { children: ReactNode }) {
	return <div className={styles.ways}>{children}</div>
}

/** What is said small below the buttons. */
export function HeroNote({ children }: { children: ReactNode }) {
	return <p className={styles.note}>{children}</p>
}

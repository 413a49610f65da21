import { useEffect, useState } from 'react'
import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import styles from './demo-bar.module.css'

export type DemoInfo = {
	/** "14:35", in Germany. */
	until: string
	/** Milliseconds from the moment the page was made. */
	left: number
	/** The public page of the salon. */
	slug: string | null
}

/** Stands above each page of the admin area in the demo: how long it lasts, and the ways that lead on from it. */
export function DemoBar({ until, left, slug }: DemoInfo) {
	const minutes = useMinutes(left)
	return (
		<aside aria-label="Demo" className={styles.bar}>
			<p>
				<strong>Demo</strong> {minutes > 0 ? `bis ${until} Uhr` : 'zu Ende'}
				{minutes > 0 ? <span className={styles.left}> (noch {minutes} min)</span> : null}
			</p>
			<ul>
				{slug ? (
					<li>
						<Link to={paths.listing(slug)}>Als Kundin buchen</Link>
					</li>
				) : null}
				<li>
					<Link to={adminPaths.demoInbox()}>Posteingang</Link>
				</li>
				<li>
					<Way intent="restart" label="Frisch anfangen" />
				</li>
			</ul>
			<Way intent="register" label="Konto anlegen" />
		</aside>
	)
}

function Way({ intent, label }: { intent: string; label: string }) {
	return (
		<Form method="post" action={paths.demo()}>
			<button name="intent" value={intent}>
				{label}
			</button>
		</Form>
	)
}

function useMinutes(left: number): number {
	const [minutes, setMinutes] = useState(Math.ceil(left / 60_000))
	useEffect(() => {
		const began = performance.now()
		const tick = (): void => setMinutes(Math.max(0, Math.ceil((left - (performance.now() - began)) / 60_000)))
		tick()
		const timer = setInterval(tick, 15_000)
		return () => clearInterval(timer)
	}, [left])
	return minutes
}

import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import styles from './default-not-found.module.css'

const TEXTS: Record<number, { message: string; title: string; help: string }> = {
	404: {
		message: 'Page Not Found',
		title: 'Diese Seite gibt es nicht.',
		help: 'Vielleicht ist die Adresse vertippt, oder das Angebot wurde beendet.',
	},
	500: {
		message: 'Internal Server Error',
		title: 'Bei uns ist etwas schiefgegangen.',
		help: 'Wir wurden benachrichtigt. Bitte versuchen Sie es in einem Moment noch einmal.',
	},
}

/** The layout default-not-found with what happened: 404 for unknown addresses, 500 for any other error. */
export function ErrorPage({ status }: { status: number }) {
	const shown = status >= 400 && status < 500 ? 404 : 500
	const text = TEXTS[shown] as (typeof TEXTS)[number]
	return (
		<main className={styles.page} id="inhalt">
			<title>{`${text.title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<p className={styles.code}>
				{shown} <span lang="en">{text.message}</span>
			</p>
			<h1>{text.title}</h1>
			<p>{text.help}</p>
			<p className={styles.links}>
				<Link to={paths.home()}>Zur Startseite</Link>
				<Link to={paths.listings()}>Termine suchen</Link>
			</p>
		</main>
	)
}

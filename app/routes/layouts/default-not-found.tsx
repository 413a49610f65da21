import type { ReactNode } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRevalidator } from 'react-router'
import { ConnectionLost } from '#app/lib/trouble.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import styles from './default-not-found.module.css'

type Text = { message: string; title: string; help: string }

const OFFLINE: Text = {
	message: 'No Connection',
	title: 'Keine Verbindung.',
	help: 'Die Seite ließ sich nicht laden. Bitte prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
}
const TEXTS: Record<403 | 404 | 500, Text> = {
	403: {
		message: 'Forbidden',
		title: 'Dafür fehlt Ihnen das Recht.',
		help: 'Diese Seite ist für die Leitung. Bitte wenden Sie sich an sie, wenn Sie hier etwas ändern möchten.',
	},
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

/** The layout default-not-found with what happened: 404 for unknown addresses, 403 for no right, 500 for any other error. */
export function ErrorPage({ error }: { error: unknown }) {
	return (
		<main className={styles.page} id="inhalt">
			<ErrorWords error={error}>
				<Link to={paths.home()}>Zur Startseite</Link>
				<Link to={paths.listings()}>Termine suchen</Link>
			</ErrorWords>
		</main>
	)
}

type Props = { error: unknown; missing?: string; children: ReactNode }

// Browsers' words for a request that failed, here for the router's question which page an address is.
const UNDISCOVERED = /failed to fetch|networkerror|load failed/i

/** What happened in place of a page's content; `children` are the ways on, `missing` why something may not be there. */
export function ErrorWords({ error, missing, children }: Props) {
	const { pathname, search } = useLocation()
	const { revalidate, state } = useRevalidator()
	const status = isRouteErrorResponse(error) ? error.status : 500
	const offline = error instanceof ConnectionLost || (error instanceof TypeError && UNDISCOVERED.test(error.message))
	const shown = status === 403 ? 403 : status >= 400 && status < 500 ? 404 : 500
	const text = offline ? OFFLINE : TEXTS[shown]
	return (
		<>
			<title>{`${text.title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<p className={styles.code}>
				{offline ? '' : `${shown} `}
				<span lang="en">{text.message}</span>
			</p>
			<h1>{text.title}</h1>
			<p>{shown === 404 && missing ? missing : text.help}</p>
			<p className={styles.links}>
				{offline ? (
					<Button type="button" disabled={state !== 'idle'} onClick={() => void revalidate()}>
						Erneut versuchen
					</Button>
				) : shown === 500 ? (
					<a href={`${pathname}${search}`}>Erneut versuchen</a>
				) : null}
				{children}
			</p>
		</>
	)
}

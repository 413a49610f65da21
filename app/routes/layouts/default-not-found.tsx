import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useRevalidator, useRouteLoaderData } from 'react-router'
import { describeError } from '#app/lib/page-error.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import styles from './default-not-found.module.css'

const REPORTED = 'Wir wurden benachrichtigt.'
const AGAIN_MS = 2_000

/** The layout default-not-found with the error. */
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

/** An error instead of a page's content; `children` are the ways on, `missing` says why something might be missing. */
export function ErrorWords({ error, missing, children }: Props) {
	const { pathname, search } = useLocation()
	const { revalidate, state } = useRevalidator()
	const { status, message, title, help } = describeError(error)
	// Without an address for reports, only the log records the error.
	const reported = useRouteLoaderData<{ errorReports?: string }>('root')?.errorReports !== undefined
	useEffect(() => {
		if (status !== 503) return undefined
		const timer = setInterval(() => void revalidate(), AGAIN_MS)
		return () => clearInterval(timer)
	}, [status, revalidate])
	return (
		<>
			<title>{`${title} · Zeitplatz`}</title>
			<meta name="robots" content="noindex" />
			<p className={styles.code}>
				{status ? `${status} ` : ''}
				<span lang="en">{message}</span>
			</p>
			<h1>{title}</h1>
			<p>
				{status === 500 && reported ? `${REPORTED} ` : ''}
				{status === 404 && missing ? missing : help}
			</p>
			<p className={styles.links}>
				{status === 0 ? (
					<Button type="button" disabled={state !== 'idle'} onClick={() => void revalidate()}>
						Erneut versuchen
					</Button>
				) : status === 401 ? (
					<Link to={paths.login()}>Zur Anmeldung</Link>
				) : status >= 500 || status === 429 ? (
					<a href={`${pathname}${search}`}>Erneut versuchen</a>
				) : null}
				{children}
			</p>
		</>
	)
}

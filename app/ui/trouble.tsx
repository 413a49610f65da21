import { use, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useRevalidator } from 'react-router'
import { type Trouble as Found, type TroubleKind, troubles, watchRouter } from '#app/lib/keep-page.ts'
import { Button, lookOf } from './button.tsx'
import styles from './trouble.module.css'
import { useSendOnce } from './use-send-once.ts'
import { useTrouble } from './use-trouble.ts'

const TITLES: Record<TroubleKind, string> = {
	offline: 'Keine Verbindung',
	stale: 'Das ist der letzte Stand',
	failed: 'Das hat nicht geklappt',
	'signed-out': 'Ihre Anmeldung ist abgelaufen',
	refused: 'Dafür fehlt Ihnen das Recht',
	gone: 'Das gibt es nicht mehr',
}
const SENT: Record<TroubleKind, string> = {
	offline:
		'Ob Ihre Änderung angekommen ist, wissen wir nicht. Ihre Eingaben stehen noch da: Bitte prüfen Sie Ihre Verbindung, und senden Sie noch einmal.',
	stale: '',
	failed:
		'Bei uns ist etwas schiefgegangen. Ihre Eingaben stehen noch da: Bitte senden Sie in einem Moment noch einmal.',
	'signed-out': 'Ihre Eingaben stehen noch da: Melden Sie sich in einem neuen Tab an, und senden Sie hier noch einmal.',
	refused: 'Vielleicht hat sich Ihre Rolle geändert. Bitte wenden Sie sich an die Leitung.',
	gone: 'Vielleicht hat es jemand gerade entfernt. Bitte laden Sie die Seite neu.',
}
const NOT_SENT: Partial<Record<TroubleKind, string>> = {
	offline: 'Diese Seite bleibt offen. Bitte versuchen Sie es noch einmal, sobald Sie wieder verbunden sind.',
	stale: 'Wir können die Seite gerade nicht auffrischen. Bitte prüfen Sie Ihre Verbindung.',
}

/**
 * Says what kept this page from getting an answer and gives a way on; the page itself stays, with all that was typed.
 * Also sees to it that forms are sent once, and that a link is not followed into nothing while there is no connection.
 */
export function Trouble() {
	const router = use(DataRouterContext)?.router
	const trouble = useTrouble()
	const last = useSendOnce(router)
	const { pathname } = useLocation()
	const shown = useRef(pathname)
	useEffect(() => {
		if (router) watchRouter(router)
	}, [router])
	useEffect(() => {
		if (shown.current !== pathname) troubles.tell(undefined)
		shown.current = pathname
	}, [pathname])
	useEffect(() => {
		const hold = (event: MouseEvent): void => {
			const link = event.target instanceof Element ? event.target.closest('a') : null
			if (navigator.onLine || !link || link.origin !== location.origin || link.target || link.hash) return
			event.preventDefault()
			event.stopPropagation()
			troubles.tell({ kind: 'offline', sent: false })
		}
		window.addEventListener('click', hold, { capture: true })
		return () => window.removeEventListener('click', hold, { capture: true })
	}, [])
	if (!trouble) return null
	const again = (): void => {
		const { form, submitter } = last.current ?? {}
		if (form?.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : undefined)
	}
	return (
		<div className={styles.trouble} role="alert">
			<div>
				<p className={styles.title}>{TITLES[trouble.kind]}</p>
				<p>{trouble.sent ? SENT[trouble.kind] : NOT_SENT[trouble.kind]}</p>
			</div>
			<div className={styles.ways}>
				<WayOn trouble={trouble} again={last.current?.form.isConnected ? again : undefined} />
				<Button kind="plain" type="button" onClick={() => troubles.tell(undefined)}>
					Schließen
				</Button>
			</div>
		</div>
	)
}

function WayOn({ trouble, again }: { trouble: Found; again?: () => void }) {
	const { revalidate } = useRevalidator()
	if (trouble.kind === 'gone' || trouble.kind === 'stale')
		return (
			<Button kind="secondary" type="button" onClick={() => void revalidate()}>
				Neu laden
			</Button>
		)
	if (!trouble.sent || trouble.kind === 'refused') return null
	return (
		<>
			{trouble.login ? (
				<a href={trouble.login} target="_blank" rel="noreferrer" className={lookOf({})}>
					Anmelden (neuer Tab)
				</a>
			) : null}
			{again ? (
				<Button kind="secondary" type="button" onClick={again}>
					Noch einmal senden
				</Button>
			) : null}
		</>
	)
}

import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useRevalidator } from 'react-router'
import { type Trouble, type TroubleKind, troubles } from '#app/lib/trouble.ts'
import { Button, lookOf } from './button.tsx'
import { NO_CONNECTION, STAYS_OPEN } from './trouble.tsx'
import styles from './trouble.module.css'

const TITLES: Record<TroubleKind, string> = {
	offline: NO_CONNECTION,
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
	offline: STAYS_OPEN,
	stale: 'Wir können die Seite gerade nicht auffrischen. Bitte prüfen Sie Ihre Verbindung.',
}

const dialogInFront = (): Element | null => document.querySelector('dialog:modal')

function onClosing(listener: () => void): () => void {
	const capture = { capture: true }
	addEventListener('close', listener, capture)
	return () => removeEventListener('close', listener, capture)
}

/**
 * The message and ways on when a page gets no answer; `again` repeats the last request. In front of an open dialog, which blocks everything
 * behind it.
 */
export function TroubleNotice({ trouble, again }: { trouble: Trouble; again?: () => void }) {
	const front = useSyncExternalStore(onClosing, dialogInFront, () => null)
	const notice = (
		<div className={styles.trouble} role="alert">
			<div>
				<p className={styles.title}>{TITLES[trouble.kind]}</p>
				<p>{trouble.sent ? SENT[trouble.kind] : NOT_SENT[trouble.kind]}</p>
			</div>
			<div className={styles.ways}>
				<WayOn trouble={trouble} again={again} />
				<Button kind="plain" type="button" onClick={() => troubles.tell(undefined)}>
					Schließen
				</Button>
			</div>
		</div>
	)
	return front ? createPortal(notice, front) : notice
}

function WayOn({ trouble, again }: { trouble: Trouble; again?: () => void }) {
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

import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { AskedFirst } from '#app/ui/asked-first.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { Outcome } from './actions.server.ts'
import { ChangeWindows } from './change-windows.tsx'
import styles from './request-page.module.css'
import { Live, News, RequestFrame, Wishes } from './request-parts.tsx'
import own from './wait-page.module.css'
import type { headOf, Stage } from './view.ts'

export type AlertData = {
	id: string
	stage: Stage
	title: string
	sent: string
	head: ReturnType<typeof headOf>
	/** How many businesses have something free now. */
	found: number
	email: string
	mayExtend: boolean
	search: string
	order: string
}

type Props = {
	data: AlertData
	/** What can be booked now. */
	matches: ReactNode
	/** The fields that change its times, and whether they were refused. */
	when: ReactNode
	wrong: boolean
	/** What the last form has led to. */
	news: { outcome?: Outcome; done?: string }
}

const DONE = {
	bestaetigt: 'Danke, Ihre Benachrichtigung ist bestätigt.',
	zurueckgezogen: 'Ihre Benachrichtigung ist beendet.',
	verlaengert: 'Ihre Benachrichtigung läuft weiter.',
	geaendert: 'Ihre Zeiten sind gespeichert.',
}

/** A search that is kept open, in all its states: what is free now is booked here. */
export function AlertPage({ data, matches, when, wrong, news }: Props) {
	const { id, stage, title, sent, head, found, email, search, order } = data
	const running = stage === 'waiting'
	return (
		<RequestFrame title={title}>
			<div className={styles.top}>
				<div>
					{sent ? <p className={styles.soft}>{sent}</p> : null}
					<h1>{title}</h1>
				</div>
				{running ? (
					<AskedFirst summary="Beenden" label="Benachrichtigung beenden" intent="withdraw">
						Danach schreiben wir Ihnen zu dieser Suche nicht mehr.
					</AskedFirst>
				) : null}
			</div>
			<News {...news} words={DONE} />
			<Wishes head={head} />
			{stage === 'unconfirmed' || stage === 'unsent' ? (
				<Form method="post" className={styles.standing}>
					<p>Erst danach suchen wir für Sie weiter{email ? ` und schreiben an ${email}` : ''}.</p>
					<Button name="intent" value="confirm">
						Ja, Bescheid sagen
					</Button>
				</Form>
			) : running ? (
				<div className={own.main}>
					{found > 0 ? (
						<section aria-labelledby="jetzt-frei" className={styles.section}>
							<h2 id="jetzt-frei">Jetzt frei</h2>
							<p>Die Zeiten sind für niemanden reserviert: Ein Klick hält eine für Sie.</p>
							<div className={own.found}>{matches}</div>
						</section>
					) : (
						<p>Zu Ihren Zeiten ist gerade nichts frei. Sobald sich das ändert, schreiben wir an {email}.</p>
					)}
					<ChangeWindows open={wrong}>{when}</ChangeWindows>
					<Live id={id} words="Diese Seite bleibt von selbst aktuell.">
						Die Benachrichtigung läuft bis {head.until}.
					</Live>
					<p className={own.links}>
						<Link to={search}>Selbst suchen</Link>
						<Link to={order}>Lieber Angebote bekommen: Suchauftrag stellen</Link>
					</p>
				</div>
			) : (
				<div className={styles.standing}>
					<p>Zu dieser Suche schreiben wir Ihnen nicht mehr.</p>
					{stage === 'expired' && data.mayExtend ? (
						<Form method="post" className={styles.extend}>
							<p>Mit denselben Wochentagen und Uhrzeiten in den nächsten Wochen weitersuchen:</p>
							<Button name="intent" value="extend">
								Weiter Bescheid sagen
							</Button>
						</Form>
					) : null}
					<p>
						<ButtonLink to={search} kind="secondary">
							Freie Termine suchen
						</ButtonLink>
					</p>
				</div>
			)}
		</RequestFrame>
	)
}

/** The heading of an alert. @param found how many businesses have something free */
export function alertTitle(stage: Stage, what: string, found: number): string {
	if (stage === 'unsent' || stage === 'unconfirmed') return 'Bitte bestätigen Sie Ihre Benachrichtigung'
	if (stage === 'expired') return 'Ihre Benachrichtigung ist abgelaufen'
	if (stage === 'withdrawn') return 'Ihre Benachrichtigung ist beendet'
	return found > 0 ? `Jetzt frei: ${what}` : `Wir sagen Bescheid: ${what}`
}

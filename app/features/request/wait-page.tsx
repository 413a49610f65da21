import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { AskedFirst } from '#app/ui/asked-first.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Outcome } from './actions.server.ts'
import { ChangeWindows } from './change-windows.tsx'
import styles from './request-page.module.css'
import { Live, News, RequestFrame } from './request-parts.tsx'
import { WaitOffer } from './wait-offer.tsx'
import own from './wait-page.module.css'
import type { WaitStage, WaitView } from './wait-view.ts'

export type WaitData = WaitView & {
	id: string
	/** When it was confirmed or sent, in words. */
	sent: string
	/** The wished times in words. */
	windows: string
	email: string
	mayExtend: boolean
	appointment: { words: string; href?: string } | null
	/** Why it ended, where nobody has given it up. */
	ended: string
}

type Props = {
	data: WaitData
	/** The fields that change its times, and whether they were refused. */
	when: ReactNode
	wrong: boolean
	/** What the last form has led to. */
	news: { outcome?: Outcome; done?: string }
}

const DONE = {
	bestaetigt: 'Danke, Ihr Platz ist bestätigt.',
	abgelehnt: 'Die Zeit geht an die Nächsten. Ihr Platz in der Reihe bleibt.',
	zurueckgezogen: 'Ihr Platz ist aufgegeben.',
	verlaengert: 'Sie warten weiter.',
	weiter: 'Sie warten weiter. Wird etwas frei, schreiben wir Ihnen.',
	geaendert: 'Ihre Zeiten sind gespeichert.',
}

// The heading of a place in its state.
const WAIT_TITLES: Record<WaitStage, string> = {
	unconfirmed: 'Bitte bestätigen Sie Ihren Platz',
	waiting: 'Sie stehen auf der Warteliste',
	offered: 'Für Sie ist eine Zeit frei geworden',
	paused: 'Ihr Platz auf der Warteliste ruht',
	matched: 'Sie haben eine Zeit angenommen',
	expired: 'Ihr Platz auf der Warteliste ist abgelaufen',
	withdrawn: 'Sie stehen nicht mehr auf der Warteliste',
}

/** A place on a waiting list in all its states. */
export function WaitPage({ data, when, wrong, news }: Props) {
	const { id, stage, sent, offer } = data
	const running = stage === 'waiting' || stage === 'offered' || stage === 'paused'
	return (
		<RequestFrame title={WAIT_TITLES[stage]}>
			<div className={styles.top}>
				<div>
					{sent ? <p className={styles.soft}>{sent}</p> : null}
					<h1>{WAIT_TITLES[stage]}</h1>
					<p className={own.what}>
						{data.services} bei {data.business}
					</p>
				</div>
				{running ? (
					<AskedFirst summary="Platz aufgeben" label="Platz aufgeben" intent="withdraw">
						{`Ihr Platz in der Reihe geht verloren${offer ? ', und die angebotene Zeit wird frei' : ''}. Das lässt sich nicht rückgängig machen.`}
					</AskedFirst>
				) : null}
			</div>
			<News {...news} words={DONE} />
			<div className={own.columns}>
				<div className={own.main}>
					{offer ? <WaitOffer request={id} offer={offer} replaces={data.replaces} /> : null}
					<FreeForAll data={data} />
					<Standing data={data} />
					{running ? (
						<>
							<ChangeWindows open={wrong}>{when}</ChangeWindows>
							<Live id={id} words="Eine frei gewordene Zeit erscheint hier von selbst.">
								Ihr Platz gilt bis {data.until}.
							</Live>
						</>
					) : null}
					<Past past={data.past} />
				</div>
				<aside aria-label="Worauf Sie warten" className={own.aside}>
					<Facts facts={factsOf(data)} />
					<p className={own.links}>
						<Link to={data.listing}>{data.business} ansehen</Link>
						{running ? <Link to={data.book}>Freie Zeiten ansehen</Link> : null}
					</p>
				</aside>
			</div>
		</RequestFrame>
	)
}

function factsOf({ business, services, person, windows, replaces, shortNotice }: WaitData): [string, string][] {
	return [
		['Betrieb', business],
		['Leistung', services],
		['Bei', person || 'Egal wer'],
		['Wann', windows],
		['Statt Ihres Termins', replaces],
		['Sehr kurzfristig', shortNotice ? 'ja, auch in weniger als zwei Stunden' : ''],
	]
}

/** What holds now and what can be done, besides the offer. */
function Standing({ data }: { data: WaitData }) {
	const { stage, email, appointment, replaces } = data
	if (stage === 'unconfirmed')
		return (
			<Form method="post" className={styles.standing}>
				<p>Erst dann zählt Ihr Platz. Wird etwas frei, schreiben wir an {email || 'Ihre Adresse'}.</p>
				<Button name="intent" value="confirm">
					Auf die Warteliste
				</Button>
			</Form>
		)
	if (stage === 'matched')
		return (
			<div className={styles.standing}>
				{appointment ? <p>{appointment.words}</p> : null}
				<p>{replaces ? 'Ihr Termin ist dorthin umgezogen.' : 'Ihr Platz auf der Warteliste ist damit erledigt.'}</p>
				{appointment?.href ? (
					<ButtonLink to={appointment.href} reloadDocument>
						Termin ansehen
					</ButtonLink>
				) : null}
			</div>
		)
	if (stage === 'expired' || stage === 'withdrawn') return <Over data={data} />
	if (stage === 'paused')
		return (
			<Notice kind="warning" title="Auf drei Angebote kam keine Antwort.">
				<p>
					Darum bieten wir Ihnen gerade nichts an. Ihr Platz in der Reihe bleibt; sagen Sie einfach, dass Sie weiter
					warten.
				</p>
				<Form method="post">
					<Button name="intent" value="resume">
						Weiter warten
					</Button>
				</Form>
			</Notice>
		)
	// What is offered says all that counts now.
	return stage === 'offered' ? null : <Place data={data} />
}

/** The place in line, and why. */
function Place({ data: { before, mode, business, email } }: { data: WaitData }) {
	if (mode === 'off')
		return (
			<Notice title={`${business} führt zurzeit keine Warteliste.`}>
				<p>Ihr Platz bleibt, falls sich das ändert. Angeboten wird Ihnen bis dahin nichts.</p>
			</Notice>
		)
	return (
		<section className={own.place} aria-label="Ihr Platz in der Reihe">
			<p className={own.rank}>
				<b>{before + 1}.</b> Platz in der Reihe
			</p>
			<p>
				{before === 0
					? 'Wird eine passende Zeit frei, werden zuerst Sie gefragt.'
					: `Vor Ihnen ${before === 1 ? 'wartet 1 Person' : `warten ${before} Personen`} auf Zeiten, die sich mit Ihren überschneiden.`}
			</p>
			<p>
				{mode === 'by_hand'
					? `${business} bietet frei gewordene Zeiten selbst an. Dann schreiben wir Ihnen an ${email}.`
					: `Wir halten die Zeit dann für Sie und schreiben an ${email}. Sie haben 12 Stunden für die Antwort, bei Zeiten in den nächsten zwei Tagen 4 Stunden, in den nächsten 24 Stunden 60 Minuten. Von 21 bis 8 Uhr läuft keine Frist.`}
			</p>
			<p className={styles.soft}>
				Warum dieser Platz? Es zählt allein, wer seinen Platz zuerst bestätigt hat.{' '}
				<Link to={`${paths.ranking()}#warteliste`}>Wie wir Zeiten vergeben</Link>
			</p>
		</section>
	)
}

/** After its end: how to wait again, or to book. */
function Over({ data: { stage, ended, mayExtend, replaces, again, book } }: { data: WaitData }) {
	const further = stage === 'expired' && mayExtend && !replaces
	return (
		<div className={styles.standing}>
			<p>
				{ended ||
					(stage === 'withdrawn'
						? 'Ihr Platz ist aufgegeben. Angeboten wird Ihnen nichts mehr.'
						: replaces
							? 'Zum Verschieben ist es jetzt zu spät. Ihr Termin bleibt, wo er ist.'
							: 'Ihre Zeiten sind vorbei, ohne dass etwas für Sie frei wurde.')}
			</p>
			{further ? (
				<Form method="post" className={styles.extend}>
					<p>Mit denselben Wochentagen und Uhrzeiten in den nächsten Wochen weiter warten:</p>
					<Button name="intent" value="extend">
						Weiter warten
					</Button>
				</Form>
			) : null}
			<p className={own.links}>
				<Link to={book}>Freie Zeiten ansehen</Link>
				{further || replaces ? null : <Link to={again}>Neu auf die Warteliste</Link>}
			</p>
		</div>
	)
}

/** Times that begin too soon to be kept for anybody. */
function FreeForAll({ data: { free } }: { data: WaitData }) {
	if (!free.length) return null
	return (
		<section className={own.offer} aria-labelledby="gerade-frei">
			<h2 id="gerade-frei">Gerade frei: Wer zuerst bucht, hat die Zeit</h2>
			<p>So kurz vorher halten wir nichts zurück. Ihr Platz bleibt in jedem Fall.</p>
			<div className={own.answer}>
				{free.map(({ words, href }) =>
					href ? (
						<ButtonLink key={words} to={href}>
							{words} buchen
						</ButtonLink>
					) : (
						<p key={words}>
							<b>{words}</b>: Verschieben Sie Ihren Termin dorthin, über den Link in seiner Bestätigung.
						</p>
					),
				)}
			</div>
		</section>
	)
}

/** What was offered before, and what of it can still be booked. */
function Past({ past }: { past: WaitData['past'] }) {
	if (!past.length) return null
	return (
		<section aria-labelledby="frueher">
			<h2 id="frueher">Schon angeboten</h2>
			<ul className={own.past}>
				{past.map(({ id, when, became, again }) => (
					<li key={id}>
						<span>
							{when} <span className={styles.soft}>{became}</span>
						</span>
						{again.map(({ href }) => (
							<a key={href} href={href}>
								Noch frei: jetzt buchen
							</a>
						))}
					</li>
				))}
			</ul>
		</section>
	)
}

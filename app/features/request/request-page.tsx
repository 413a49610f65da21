import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { AskedFirst } from '#app/ui/asked-first.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CopyField } from '#app/ui/copy-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Photo, PhotoRow } from '#app/ui/photo-row.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import type { RequestThread } from '#app/features/threads/threads.server.ts'
import type { Outcome } from './actions.server.ts'
import { OfferCard } from './offer-card.tsx'
import { Questions } from './questions.tsx'
import { Live, News, RequestFrame, Wishes } from './request-parts.tsx'
import styles from './request-page.module.css'
import type { headOf, OfferView, sortLinks, Stage, stepsOf } from './view.ts'

export type RequestData = {
	id: string
	own: boolean
	stage: Stage
	head: ReturnType<typeof headOf>
	steps: ReturnType<typeof stepsOf>
	sorts: ReturnType<typeof sortLinks>
	offers: OfferView[]
	/** What businesses have asked. */
	threads: RequestThread[]
	/** What the order shows to businesses. */
	photos: Photo[]
	/** Whether photos can be added and removed. */
	changing: boolean
	/** Businesses that see none of the customer's orders. */
	blocked: { location: string; name: string; since: string }[]
	sign: { icon: string; hue: number }
	asked: { count: number; nearest: { name: string; slug: string }[] } | null
	email: string
	/** The search for the same without an order. */
	search: string
	mayExtend: boolean
	wider: number[]
	radius: number
	appointment: { words: string; href?: string } | null
	silent: boolean
	done?: string
}

const DONE = {
	bestaetigt: 'Danke, Ihr Suchauftrag ist bestätigt. Die Betriebe sehen ihn jetzt.',
	abgelehnt: 'Das Angebot ist abgelehnt, seine Zeit ist wieder frei.',
	zurueckgezogen: 'Ihr Suchauftrag ist zurückgezogen. Alle Angebote sind damit erledigt.',
	verlaengert: 'Ihr Suchauftrag läuft weiter.',
	geantwortet: 'Ihre Antwort ist gesendet.',
	blockiert: 'Der Betrieb ist blockiert. Er sieht Ihre Suchaufträge nicht mehr, und seine Angebote sind abgelehnt.',
	freigegeben: 'Der Betrieb sieht Ihre Suchaufträge wieder.',
	fotos: 'Ihre Fotos sind geändert.',
}

/** A search order with its offers side by side, in all its states. @param photos the form for its photos, while they can be changed */
export function RequestPage({ data, outcome, photos }: { data: RequestData; outcome?: Outcome; photos: ReactNode }) {
	const { id, own, stage, head, offers, sign } = data
	const running = stage === 'waiting' || stage === 'offers'
	const written = outcome && 'message' in outcome ? outcome.written : undefined
	const refused = written && outcome && 'message' in outcome ? { ...written, message: outcome.message } : undefined
	return (
		<RequestFrame title={head.title}>
			<div className={styles.top}>
				<div>
					{head.sent ? <p className={styles.soft}>{head.sent}</p> : null}
					<h1>{head.title}</h1>
				</div>
				{own && running ? (
					<AskedFirst summary="Zurückziehen" label="Suchauftrag zurückziehen" intent="withdraw">
						Alle Angebote werden abgelehnt und ihre Zeiten frei. Das lässt sich nicht rückgängig machen.
					</AskedFirst>
				) : null}
			</div>
			<News outcome={written ? undefined : outcome} done={data.done} words={DONE} />
			{own ? null : (
				<Notice>
					<p>
						Jemand möchte Ihren Rat: Hier sehen Sie die Angebote. Annehmen kann sie nur, wer den Suchauftrag gestellt
						hat.
					</p>
				</Notice>
			)}
			<Wishes head={head} />
			{!photos && data.photos.length > 0 ? <PhotoRow photos={data.photos} of="Ihres Suchauftrags" /> : null}
			{running ? <Steps steps={data.steps} /> : null}
			<Standing data={data} />
			{photos}
			{data.threads.length > 0 ? <Questions threads={data.threads} refused={refused} blocks={running} /> : null}
			{offers.length > 0 ? (
				<section aria-labelledby="offers" className={styles.section}>
					<h2 id="offers" className="visually-hidden">
						Angebote
					</h2>
					{running && offers.length > 1 ? <Sorts data={data} /> : null}
					<div className={styles.offers}>
						{offers.map((offer) => (
							<OfferCard
								key={offer.id}
								request={id}
								offer={offer}
								sign={sign}
								own={own && stage === 'offers'}
								blocks={own && running && !data.blocked.some(({ location }) => location === offer.location)}
							/>
						))}
					</div>
					{stage === 'offers' ? (
						<p className={styles.soft}>
							Gebucht ist erst, wenn Sie auf der nächsten Seite „zahlungspflichtig buchen“ wählen: zum genannten
							Gesamtpreis, zahlbar vor Ort. Die anderen Angebote werden dann frei. Bis dahin kann ein Betrieb sein
							Angebot zurückziehen.
						</p>
					) : null}
				</section>
			) : null}
			{own && stage === 'offers' ? <Share link={outcome && 'link' in outcome ? outcome.link : undefined} /> : null}
			{data.blocked.length > 0 ? <Blocked blocked={data.blocked} /> : null}
		</RequestFrame>
	)
}

function Steps({ steps }: { steps: RequestData['steps'] }) {
	return (
		<ol className={styles.steps}>
			{steps.map(({ name, words, done, current }) => (
				<li key={name} className={done ? styles.done : undefined} aria-current={current ? 'step' : undefined}>
					<b>{name}</b>
					{words}
				</li>
			))}
		</ol>
	)
}

function Sorts({ data: { sorts } }: { data: RequestData }) {
	return (
		<div className={styles.sorts}>
			<span className={styles.soft} id="sort">
				Ordnen nach
			</span>
			<nav aria-labelledby="sort" className={styles.choices}>
				{sorts.map(({ label, href, current }) => (
					<Link key={label} to={href} preventScrollReset aria-current={current ? 'true' : undefined}>
						{label}
					</Link>
				))}
			</nav>
			<Link to={`${paths.ranking()}#angebote`} className={styles.measure}>
				Woran wir das messen
			</Link>
		</div>
	)
}

/** What holds now and what can be done, besides the offers. */
function Standing({ data }: { data: RequestData }) {
	const { id, own, stage, head, asked, offers, email, search, appointment } = data
	if (stage === 'unsent')
		return (
			<p>
				Er ist noch ein Entwurf. <Link to={paths.createOrder()}>Weiter ausfüllen</Link>
			</p>
		)
	if (stage === 'unconfirmed')
		return (
			<Form method="post" className={styles.standing}>
				<p>
					Erst danach sehen ihn die Betriebe. Ihre Adresse{email ? ` ${email}` : ''} bekommt keiner von ihnen, bevor Sie
					gebucht haben.
				</p>
				<Button name="intent" value="confirm">
					Suchauftrag bestätigen
				</Button>
			</Form>
		)
	if (stage === 'matched')
		return (
			<div className={styles.standing}>
				{appointment ? <p>{appointment.words}</p> : null}
				<p>Alle anderen Angebote sind damit erledigt.</p>
				{appointment?.href ? (
					<ButtonLink to={appointment.href} reloadDocument>
						Termin ansehen
					</ButtonLink>
				) : null}
			</div>
		)
	if (stage === 'withdrawn' || stage === 'expired')
		return (
			<div className={styles.standing}>
				<p>
					{stage === 'withdrawn'
						? 'Die Betriebe sehen ihn nicht mehr.'
						: data.silent
							? 'Auf unsere Frage, ob er noch gilt, kam keine Antwort. Darum haben wir ihn geschlossen und die Zeiten freigegeben.'
							: 'Die Betriebe sehen ihn nicht mehr, und ihre Angebote gelten nicht mehr.'}
				</p>
				{own && stage === 'expired' && data.mayExtend ? <Extend data={data} /> : null}
				<p>
					<Link to={search}>Freie Termine suchen</Link>
				</p>
			</div>
		)
	return (
		<div className={styles.standing}>
			{asked ? (
				<>
					<p>
						{asked.count === 0
							? 'In diesem Umkreis gibt es noch keinen Betrieb dafür. Mit einem größeren Umkreis erreichen Sie mehr.'
							: `${asked.count === 50 ? 'Mehr als 50' : asked.count} ${asked.count === 1 ? 'Betrieb' : 'Betriebe'} in Ihrem Umkreis ${asked.count === 1 ? 'sieht' : 'sehen'} Ihren Suchauftrag. Bei jedem neuen Angebot schreiben wir Ihnen an ${email}.`}
					</p>
					{asked.nearest.length > 0 ? (
						<p className={styles.soft}>
							Die nächsten:{' '}
							{asked.nearest.map(({ name, slug }, index) => (
								<span key={slug}>
									{index > 0 ? ', ' : ''}
									<Link to={paths.listing(slug)}>{name}</Link>
								</span>
							))}
						</p>
					) : null}
				</>
			) : null}
			<Live
				id={id}
				words={offers.length > 0 ? 'Neue Angebote erscheinen hier von selbst.' : 'Angebote erscheinen hier von selbst.'}
			>
				Der Suchauftrag läuft bis {head.until}.
			</Live>
			{stage === 'waiting' ? (
				<p>
					<Link to={search}>Inzwischen selbst suchen, was gleich buchbar ist</Link>
				</p>
			) : null}
		</div>
	)
}

/** Whom the customer has blocked, each to be unblocked again. */
function Blocked({ blocked }: { blocked: RequestData['blocked'] }) {
	return (
		<section aria-labelledby="blockiert" className={styles.section}>
			<h2 id="blockiert">Von Ihnen blockiert</h2>
			<p className={styles.soft}>Diese Betriebe sehen Ihre Suchaufträge nicht und können Ihnen nichts anbieten.</p>
			<ul className={styles.blocked}>
				{blocked.map(({ location, name, since }) => (
					<li key={location}>
						<Form method="post" preventScrollReset>
							<input type="hidden" name="location" value={location} />
							<span>
								{name}, {since}
							</span>
							<Button name="intent" value="unblock" kind="secondary">
								Aufheben<span className="visually-hidden">: {name}</span>
							</Button>
						</Form>
					</li>
				))}
			</ul>
		</section>
	)
}

function Extend({ data: { wider, radius } }: { data: RequestData }) {
	return (
		<Form method="post" className={styles.extend}>
			<p>Mit denselben Wochentagen und Uhrzeiten in den nächsten Wochen weitersuchen:</p>
			{wider.length > 0 ? (
				<SelectField name="radius" label="Umkreis" defaultValue={String(radius)}>
					{[radius, ...wider].map((each) => (
						<option key={each} value={each}>
							{each} km
						</option>
					))}
				</SelectField>
			) : null}
			<Button name="intent" value="extend">
				Suchauftrag verlängern
			</Button>
		</Form>
	)
}

function Share({ link }: { link?: string }) {
	return (
		<section className={styles.share} aria-labelledby="share">
			<h2 id="share">Hilf mir wählen</h2>
			{link ? (
				<CopyField
					label="Link zum Weitergeben"
					hint="Er zeigt nur die Angebote: nicht Ihre Kontaktdaten, und annehmen lässt sich damit nichts. Ein früherer Link gilt nicht mehr."
					text={link}
				/>
			) : (
				<Form method="post" preventScrollReset>
					<p>Fragen Sie jemanden um Rat: mit einem Link, der die Angebote nur zeigt.</p>
					<Button name="intent" value="share" kind="secondary">
						Link erstellen
					</Button>
				</Form>
			)}
		</section>
	)
}

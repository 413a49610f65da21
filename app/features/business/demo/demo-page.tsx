import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { DemoReply, DemoState } from '#app/features/sandbox/demo.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Hero, HeroNote, HeroWays } from '#app/ui/hero.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import business from '../business.module.css'
import { ProductPicture } from '../product-picture.tsx'
import styles from './demo-page.module.css'

const CAN = [
	['Den Tag führen', 'Termine eintragen, ziehen, verschieben und absagen; Anfragen annehmen.'],
	['Als Kundin buchen', 'Die Seite Ihres Salons öffnen und einen Termin buchen. Er steht sofort im Kalender.'],
	['Lesen, was hinausginge', 'Im Posteingang der Demo steht jede E-Mail, die Kund:innen und Team bekämen.'],
	['Jemanden krankmelden', 'Ein Knopf schlägt allen Betroffenen neue Zeiten vor und hält sie frei.'],
	['Menschen kennen', 'Kundenkartei mit Besuchen, Notizen, Merkmalen und Bewertungen.'],
	['Den Laden einrichten', 'Leistungen, Preise, Arbeitszeiten, Räume, Kurse; Auswertungen zeigen, was es bringt.'],
] as const

const LIMITS = [
	'Nichts verlässt die Demo: keine E-Mail, kein Eintrag in der Suche, keine Buchung bei echten Betrieben.',
	'Nach 60 Minuten wird alles gelöscht, auch was Sie eingegeben haben. Bitte keine echten Daten von Kund:innen.',
	'Einladungen, Datenexport, weitere Unternehmen und das Passwort gehören zu einem echten Konto und sind zu.',
]

/** /demo: what awaits the visitor, and the button that starts it. Without JavaScript the same. */
export function DemoPage({ state, reply }: { state: DemoState; reply?: DemoReply }) {
	const tour = state.kind === 'off' || reply?.full
	return (
		<div className={business.page}>
			<PageHead
				title="Demo ohne Anmeldung"
				path={paths.demo()}
				description="Ein ganzer Salon zum Ausprobieren, 60 Minuten lang und ohne Konto: Kalender, Kundenkartei, Buchungsseite."
			/>
			<Breadcrumbs
				crumbs={[
					{ name: 'Startseite', path: '/' },
					{ name: 'Für Unternehmen', path: paths.business() },
					{ name: 'Demo', path: paths.demo() },
				]}
			/>
			<Hero title="Ein ganzer Salon zum Ausprobieren.">
				<p>
					Sie führen 60 Minuten lang Ihren eigenen Salon mit vier Personen, vollem Kalender und Stammkundschaft. Die
					Menschen darin sind erfunden, alles andere funktioniert.
				</p>
				{reply ? (
					<Notice kind="warning" role="alert">
						<p>{reply.failure}</p>
						{reply.full ? <p>Bis dahin zeigen wir Ihnen unten in Bildern, was Sie erwartet.</p> : null}
					</Notice>
				) : null}
				<Ways state={state} />
			</Hero>
			{tour ? <Tour /> : null}
			<section aria-labelledby="koennen">
				<h2 id="koennen">Was Sie tun können</h2>
				<ul className={business.gains}>
					{CAN.map(([title, text]) => (
						<li key={title}>
							<h3>{title}</h3>
							<p>{text}</p>
						</li>
					))}
				</ul>
			</section>
			<section aria-labelledby="grenzen">
				<h2 id="grenzen">Was die Demo nicht tut</h2>
				<Limits />
			</section>
			{tour ? null : <Tour />}
		</div>
	)
}

export function Limits() {
	return (
		<ul className={styles.limits}>
			{LIMITS.map((text) => (
				<li key={text}>{text}</li>
			))}
		</ul>
	)
}

/** Product pictures, for whoever waits or does not want to start. */
function Tour() {
	return (
		<section aria-labelledby="rundgang">
			<h2 id="rundgang">Rundgang in Bildern</h2>
			<ProductPicture
				name="calendar"
				title="Der Kalender."
				text="Alle Personen nebeneinander; Anfragen stehen schon an ihrem Platz."
			/>
			<div className={business.pair}>
				<ProductPicture name="dashboard" title="Heute." text="Was ansteht und was offen ist." />
				<ProductPicture name="page" title="Die Buchungsseite." text="So buchen Kund:innen am Telefon." />
			</div>
		</section>
	)
}

function Ways({ state }: { state: DemoState }) {
	if (state.kind === 'off')
		return (
			<Told text="Zum Selbstausprobieren gibt es hier gerade keine Demo. Der Rundgang zeigt, was Sie erwartet.">
				<ButtonLink to={paths.registerCompany()}>Konto anlegen</ButtonLink>
			</Told>
		)
	if (state.kind === 'other')
		return (
			<Told
				text={`Sie sind als ${state.email} angemeldet. Die Demo braucht eine eigene Anmeldung; Ihr Konto bleibt, wie es ist. Sie können die Demo auch in einem privaten Fenster öffnen.`}
			>
				<Act intent="leave" kind="secondary" label="Abmelden und zur Demo" />
			</Told>
		)
	if (state.kind === 'running')
		return (
			<Told text={`Ihre Demo läuft bis ${state.until} Uhr.`}>
				{state.inside ? (
					<>
						<ButtonLink to={adminPaths.dashboard()} reloadDocument>
							Weiter in der Demo
						</ButtonLink>
						<Act intent="restart" kind="secondary" label="Frisch anfangen" />
					</>
				) : (
					<Act intent="start" label="Zurück in Ihre Demo" />
				)}
			</Told>
		)
	return (
		<>
			{state.kind === 'over' ? (
				<Notice title="Ihre Demo ist zu Ende" role="status">
					<p>Die Stunde ist um. Ihr Salon und alles, was Sie darin eingegeben haben, wird gelöscht.</p>
				</Notice>
			) : null}
			<HeroWays>
				<Act intent="start" label={state.kind === 'over' ? 'Neue Demo starten' : 'Demo starten'} />
				{state.kind === 'over' ? (
					<ButtonLink kind="secondary" to={paths.registerCompany()}>
						Konto anlegen
					</ButtonLink>
				) : null}
			</HeroWays>
			<HeroNote>
				Ohne Konto und ohne E-Mail-Adresse. Ein notwendiges Cookie merkt sich, welcher Salon Ihrer ist:{' '}
				<Link to={paths.dataProtection()}>Datenschutz</Link>
			</HeroNote>
		</>
	)
}

function Told({ text, children }: { text: string; children: ReactNode }) {
	return (
		<>
			<p>{text}</p>
			<HeroWays>{children}</HeroWays>
		</>
	)
}

function Act({ intent, label, kind }: { intent: string; label: string; kind?: 'secondary' }) {
	return (
		<Form method="post" action={paths.demo()}>
			<Button name="intent" value={intent} kind={kind}>
				{label}
			</Button>
		</Form>
	)
}

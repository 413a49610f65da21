import { Link } from 'react-router'
import { REWARD_WORDS } from '#app/features/partners/words.ts'
import { paths } from '#app/lib/paths.ts'
import buttons from '#app/ui/button.module.css'
import { Hero, HeroWays } from '#app/ui/hero.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import styles from './business.module.css'
import type { priceWords } from './price-words.ts'
import { ProductPicture } from './product-picture.tsx'

const GAINS = [
	{
		title: 'Keine doppelten Termine',
		text: 'Die Datenbank selbst lässt keine Überschneidung zu, auch wenn zwei Menschen in derselben Sekunde buchen.',
	},
	{
		title: 'Gefunden nach freier Zeit',
		text: 'Wer „Massage, morgen Abend“ sucht, sieht Ihr Haus, wenn dort morgen Abend wirklich etwas frei ist.',
	},
	{
		title: 'Buchen ohne Hürde',
		text: 'Ihre Kundschaft braucht kein Konto und keine App. Bestätigen, verschieben und absagen geht online und ohne Anruf.',
	},
	{
		title: 'Ihre Regeln',
		text: 'Arbeitszeiten, Pausen, Puffer, Einwirkzeiten, Vorlauf und Absagefrist legen Sie fest, je Standort und je Person.',
	},
	{
		title: 'Ihr Team, Ihre Rollen',
		text: 'Mitarbeitende sehen den eigenen Kalender, die Leitung alle. Wer was darf, bestimmen Sie.',
	},
	{
		title: 'Eigene Seite',
		text: 'Jeder Standort erhält eine Seite mit Leistungen, Preisen, Öffnungszeiten, Bewertungen und Impressum.',
	},
]

const STEPS = [
	'Registrieren und E-Mail-Adresse bestätigen',
	'Anschrift, Impressum und die erste Person eintragen',
	'Öffnungszeiten wählen und Leistungen aus Vorlagen Ihrer Branche übernehmen',
	'Ansehen und veröffentlichen: Ab dann ist Ihr Haus buchbar, und Sie bekommen Link, QR-Code und Texte zum Weitergeben',
]

/** What businesses get, what it costs, and how they begin. */
export function Business({ words }: { words: ReturnType<typeof priceWords> }) {
	return (
		<div className={styles.page}>
			<PageHead
				title="Zeitplatz für Unternehmen: online buchbar werden"
				path={paths.business()}
				description="Freie Zeiten zeigen, Buchungen annehmen, Kalender und Team führen: Zeitplatz für Dienstleister."
			/>
			<Hero title="Ihre freien Zeiten, online buchbar.">
				<p>Für Salons, Praxen, Werkstätten, Studios und alle, die nach Termin arbeiten.</p>
				<HeroWays>
					<Link to={paths.registerCompany()} className={buttons.primary}>
						Unternehmen eintragen
					</Link>
					<Link to={paths.demo()} className={buttons.secondary}>
						Ohne Anmeldung ausprobieren
					</Link>
					<Link to={paths.loginCompany()} className={buttons.plain}>
						Anmelden
					</Link>
				</HeroWays>
			</Hero>
			<section aria-labelledby="ansehen">
				<h2 id="ansehen">So sieht Ihr Tag aus</h2>
				<ProductPicture
					name="calendar"
					title="Alle auf einen Blick."
					text="Einwirkzeiten bleiben buchbar, Anfragen stehen schon an ihrem Platz."
				/>
				<div className={styles.pair}>
					<ProductPicture name="dashboard" title="Heute." text="Was ansteht, was offen ist und was der Tag bringt." />
					<ProductPicture name="page" title="Ihre Seite." text="So finden und buchen Kund:innen Sie am Telefon." />
				</div>
			</section>
			<section aria-labelledby="vorteile">
				<h2 id="vorteile">Was Sie bekommen</h2>
				<ul className={styles.gains}>
					{GAINS.map((gain) => (
						<li key={gain.title}>
							<h3>{gain.title}</h3>
							<p>{gain.text}</p>
						</li>
					))}
				</ul>
			</section>
			<section aria-labelledby="preise" className={styles.now}>
				<div>
					<h2 id="preise">Was es kostet</h2>
					<p className={styles.amount}>0 €</p>
				</div>
				<div>
					<p>{words.today}</p>
					<p>{words.never}</p>
					<p>
						<Link to={paths.prices()}>Preise und Rechner</Link>
					</p>
					<p>
						<Link to={paths.partners()}>Zeitplatz empfehlen und {REWARD_WORDS.amount} bekommen</Link>
					</p>
					<p>
						<Link to={paths.usecases()}>Ein Arbeitstag in Ihrer Branche</Link>
					</p>
				</div>
			</section>
			<section aria-labelledby="beginn">
				<h2 id="beginn">So fangen Sie an</h2>
				<ol className={styles.steps}>
					{STEPS.map((step) => (
						<li key={step}>{step}</li>
					))}
				</ol>
				<Link to={paths.registerCompany()} className={buttons.primary}>
					Jetzt registrieren
				</Link>
			</section>
		</div>
	)
}

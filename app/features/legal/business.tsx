import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import buttons from '#app/ui/button.module.css'
import styles from './business.module.css'

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

/** What businesses get and how they begin. */
export function Business() {
	const address = useAddress()
	return (
		<div className={styles.page}>
			<title>Zeitplatz für Unternehmen: online buchbar werden</title>
			<meta
				name="description"
				content="Freie Zeiten zeigen, Buchungen annehmen, Kalender und Team führen: Zeitplatz für Dienstleister."
			/>
			<link rel="canonical" href={address(paths.business())} />
			<section className={styles.hero}>
				<h1>Ihre freien Zeiten, online buchbar.</h1>
				<p>Für Salons, Praxen, Werkstätten, Studios und alle, die nach Termin arbeiten.</p>
				<p className={styles.ways}>
					<Link to={paths.registerCompany()} className={buttons.primary}>
						Unternehmen eintragen
					</Link>
					<Link to={paths.loginCompany()} className={buttons.secondary}>
						Anmelden
					</Link>
				</p>
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

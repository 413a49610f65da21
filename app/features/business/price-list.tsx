import { Link } from 'react-router'
import { REWARD_WORDS } from '#app/features/partners/words.ts'
import { paths } from '#app/lib/paths.ts'
import { useAddress } from '#app/lib/seo.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import buttons from '#app/ui/button.module.css'
import { JsonLd } from '#app/ui/json-ld.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import styles from './business.module.css'
import { Calculator, type CalculatorProps } from './calculator.tsx'
import { PRICE_WORDS, euros } from './price-words.ts'
import { PRICES } from './prices.ts'

const TODAY = [
	'Kalender für alle Personen, Räume und Geräte, live in jedem Tab',
	'Eigene Seite je Standort, online buchbar, mit Link und QR-Code',
	'Bestätigungen, Änderungen und Absagen per E-Mail',
	'Kundenkartei mit Notizen, Merkmalen, Dateien und Import aus CSV',
	'Kurse mit Wartelisten, Serien, Pakete, Zusätze und Tagespreise',
	'Suchaufträge sehen und mit gehaltenen Zeiten beantworten',
	'Warteliste, die frei gewordene Zeiten der Reihe nach anbietet',
	'Ausfälle: ein Knopf schlägt allen Betroffenen neue Zeiten vor',
	'Berichte, Export aller Daten, Rollen und Rechte im Team',
]

const { personCents, teamCents, sharePercent, shareCents } = PRICES.planned
const PLANNED = [
	{ who: 'Allein', price: '0 €', per: 'im Monat', text: 'Eine Person, alle Funktionen.' },
	{
		who: 'Team',
		price: euros(personCents),
		per: 'je Person und Monat',
		text: `Höchstens ${euros(teamCents)} im Monat, ab sieben Personen bleibt es dabei.`,
	},
	{
		who: 'Neue Kund:innen aus unserer Suche',
		price: `${sharePercent} %`,
		per: 'vom ersten Besuch',
		text: `Höchstens ${euros(shareCents)}, einmal je Mensch, nur wenn der Besuch stattfand.`,
	},
]

const NEVER = [
	'für Anfragen, Kontakte oder Antworten auf Suchaufträge',
	'für Buchungen über Ihren eigenen Link oder QR-Code',
	'für Menschen, die schon in Ihrer Kartei stehen',
	'für Termine, zu denen niemand kam, und für abgesagte',
	'für einen besseren Platz in den Ergebnissen: Den gibt es nicht zu kaufen',
]

/** What businesses pay: today, later, and never; with a calculator. */
export function Prices(calculator: CalculatorProps) {
	const address = useAddress()
	const path = paths.prices()
	return (
		<div className={styles.page}>
			<PageHead
				title="Preise für Betriebe"
				path={path}
				description={`${PRICE_WORDS.today} Was später gelten soll, und was es Sie gekostet hätte.`}
			/>
			<JsonLd
				data={
					import.meta.env.SSR
						? {
								'@context': 'https://schema.org',
								'@type': 'SoftwareApplication',
								name: 'Zeitplatz für Unternehmen',
								applicationCategory: 'BusinessApplication',
								operatingSystem: 'Web',
								url: address(paths.business()),
								offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR', url: address(path) },
							}
						: undefined
				}
			/>
			<Breadcrumbs
				crumbs={[
					{ name: 'Startseite', path: '/' },
					{ name: 'Für Unternehmen', path: paths.business() },
					{ name: 'Preise', path },
				]}
			/>
			<h1 className={styles.title}>Was Zeitplatz kostet</h1>
			<section aria-labelledby="heute" className={styles.now}>
				<div>
					<h2 id="heute">Heute</h2>
					<p className={styles.amount}>0 €</p>
					<p>{PRICE_WORDS.today}</p>
					<p className={styles.ways}>
						<Link to={paths.registerCompany()} className={buttons.primary}>
							Unternehmen eintragen
						</Link>
						<Link to={paths.demo()} className={buttons.secondary}>
							Ohne Anmeldung ausprobieren
						</Link>
					</p>
				</div>
				<ul className={styles.ticks}>
					{TODAY.map((one) => (
						<li key={one}>{one}</li>
					))}
				</ul>
			</section>
			<section aria-labelledby="geplant">
				<h2 id="geplant">Was später gelten soll</h2>
				<p>
					Zeitplatz rechnet noch nichts ab und nimmt noch kein Geld entgegen; Ihre Kundschaft bezahlt bei Ihnen. Diese
					Preise sind geplant, netto zuzüglich Umsatzsteuer. {PRICE_WORDS.notice}
				</p>
				<ul className={styles.plans}>
					{PLANNED.map(({ who, price, per, text }) => (
						<li key={who}>
							<h3>{who}</h3>
							<p className={styles.price}>
								<strong>{price}</strong> {per}
							</p>
							<p>{text}</p>
						</li>
					))}
				</ul>
			</section>
			<Calculator {...calculator} />
			<section aria-labelledby="nie">
				<h2 id="nie">Wofür Sie nie zahlen</h2>
				<ul className={styles.ticks}>
					{NEVER.map((one) => (
						<li key={one}>{one}</li>
					))}
				</ul>
				<p>
					Das gilt heute und bleibt so. Was sonst zwischen uns gilt, steht in den{' '}
					<Link to={paths.businessTerms()}>AGB für Unternehmen</Link>; Fragen beantworten wir unter{' '}
					<Link to={paths.contact('betrieb')}>Kontakt</Link>.
				</p>
			</section>
			<section aria-labelledby="empfehlen">
				<h2 id="empfehlen">Empfehlen</h2>
				<p>
					Sie bekommen {REWARD_WORDS.amount} für jedes Unternehmen, das durch Ihren Link oder Code kommt und ankommt.{' '}
					{REWARD_WORDS.when} <Link to={paths.partners()}>So geht das Partnerprogramm</Link>
				</p>
			</section>
		</div>
	)
}

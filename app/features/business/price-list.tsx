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
import { euros, priceWords } from './price-words.ts'
import type { Prices } from './prices.ts'

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

const offers = ({ person_cents, team_cents, free_people, commission_percent, commission_cap_cents }: Prices) => [
	{ who: 'Allein', price: '0 €', per: 'im Monat', text: 'Eine Person, alle Funktionen.' },
	{
		who: 'Team',
		price: euros(person_cents),
		per: 'je Person und Monat',
		text: `${free_people > 1 ? `Ab ${free_people + 1} Personen. ` : ''}Höchstens ${euros(team_cents)} im Monat, so groß Ihr Team auch ist.`,
	},
	{
		who: 'Neue Kund:innen aus unserer Suche',
		price: `${commission_percent} %`,
		per: 'vom ersten Besuch',
		text: `Höchstens ${euros(commission_cap_cents)}, einmal je Mensch, nur wenn der Besuch stattfand.`,
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
export function PriceList(calculator: CalculatorProps) {
	const { prices } = calculator
	const { billed } = prices
	const words = priceWords(prices)
	const address = useAddress()
	const path = paths.prices()
	return (
		<div className={styles.page}>
			<PageHead
				title="Preise für Betriebe"
				path={path}
				description={`${words.today} ${billed ? 'Mit Rechner.' : 'Was später gelten soll, und was es Sie gekostet hätte.'}`}
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
					<h2 id="heute">{billed ? 'Wer allein arbeitet' : 'Heute'}</h2>
					<p className={styles.amount}>0 €</p>
					<p>{words.today}</p>
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
				<h2 id="geplant">{billed ? 'Was es kostet' : 'Was später gelten soll'}</h2>
				<p>
					{billed
						? 'Alle Preise netto zuzüglich Umsatzsteuer. '
						: 'Zeitplatz rechnet noch nichts ab; Ihre Kundschaft bezahlt bei Ihnen. Diese Preise sind geplant, netto zuzüglich Umsatzsteuer. '}
					{words.notice}
				</p>
				<ul className={styles.plans}>
					{offers(prices).map(({ who, price, per, text }) => (
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

import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import type { loader } from '#app/root.tsx'
import { Logo } from './logo.tsx'
import styles from './site-footer.module.css'

/** Footer of the public pages: links to other pages, and to those that the law requires to be reachable from everywhere. */
export function SiteFooter() {
	const user = useRouteLoaderData<typeof loader>('root')?.user
	return (
		<footer data-links className={styles.footer}>
			<div className={styles.inner}>
				<p className={styles.claim}>
					<Logo />
					Freie Termine finden und ohne Konto buchen. Die Reihenfolge der Ergebnisse kennt keine bezahlten Plätze.
				</p>
				<nav aria-label="Fußzeile" className={styles.groups}>
					<Group title="Termine">
						<a href={paths.listings()}>Termine suchen</a>
						<a href={paths.categories()}>Kategorien</a>
						<a href={paths.favourites()}>Merkliste</a>
						<a href={paths.createOrder()}>Suchauftrag erstellen</a>
						<a href={paths.searchOrders()}>Offene Suchaufträge</a>
						<a href={paths.bookingLinks()}>Link zum Termin</a>
						<a href={paths.faq()}>Häufige Fragen</a>
						<a href={paths.contact()}>Kontakt</a>
						{user ? <a href={paths.profile()}>Mein Bereich</a> : <a href={paths.login()}>Anmelden</a>}
					</Group>
					<Group title="Unternehmen">
						<a href={paths.business()}>Zeitplatz für Unternehmen</a>
						<a href={paths.prices()}>Preise</a>
						<a href={paths.usecases()}>Branchen</a>
						<a href={paths.demo()}>Demo ohne Anmeldung</a>
						<a href={paths.partners()}>Partnerprogramm</a>
						<a href={paths.registerCompany()}>Unternehmen eintragen</a>
						<a href={paths.loginCompany()}>Anmelden als Unternehmen</a>
						<a href={paths.businessTerms()}>AGB für Unternehmen</a>
						<a href={paths.processingAgreement()}>Auftragsverarbeitung</a>
					</Group>
					<Group title="Rechtliches">
						<a href={paths.imprint()}>Impressum</a>
						<a href={paths.dataProtection()}>Datenschutz</a>
						<a href={paths.terms()}>Nutzungsbedingungen</a>
						<a href={paths.withdrawal()}>Vertrag widerrufen</a>
						<a href={paths.ranking()}>Reihenfolge der Ergebnisse</a>
						<a href={paths.reviewRules()}>Wie Bewertungen entstehen</a>
						<a href={paths.accessibility()}>Barrierefreiheit</a>
						<a href={paths.sources()}>Quellen und Lizenzen</a>
					</Group>
				</nav>
			</div>
		</footer>
	)
}

function Group({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className={styles.group}>
			<p>{title}</p>
			{children}
		</div>
	)
}

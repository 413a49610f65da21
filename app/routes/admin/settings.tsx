import { BookingRulesForm } from '#app/features/settings/booking-rules-form.tsx'
import { LinkList, type SettingsLink } from '#app/features/settings/link-list.tsx'
import { loadBookingRules, saveBookingRules } from '#app/features/settings/settings.server.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { requireLocation } from '#app/features/shell/commands.server.ts'
import { loadMissingTaxData } from '#app/features/tax-data/tax-data.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { textOf } from '#app/lib/form.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Panel, replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/settings.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const {
		client,
		company,
		location: chosen,
		locations,
		mayManage,
		rights,
		role,
	} = await requireMember(context, request)
	const asked = url.searchParams.get('standort')
	const location = locations.find(({ id }) => id === asked) ?? chosen
	return {
		place: location && {
			id: location.id,
			name: locations.length > 1 ? location.name : '',
			online: location.state === 'published',
			rules: await loadBookingRules(client, location.id),
		},
		mayManage,
		mayExport: rights.includes('export'),
		owner: role === 'owner',
		payments: context.get(servicesContext).payments !== undefined,
		taxDataMissing: role === 'owner' && (await loadMissingTaxData(client, company.id)).length > 0,
	}
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const form = await readForm(request)
	const { client, locationId } = await requireLocation(context, request, textOf(form, 'location'))
	const standort = url.searchParams.has('standort') ? locationId : undefined
	return saveBookingRules(client, locationId, adminPaths.settings({ standort }), form)
}

/** Reloads after a refusal too, because somebody else may have saved, and the page then shows what. */
export const shouldRevalidate = () => true

/** All settings of the business: its rules, its data, and links to the other pages. */
export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { place, mayManage, mayExport, owner, payments, taxDataMissing } = loaderData
	return (
		<>
			<title>Einstellungen · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Einstellungen</h1>
			</div>
			<div className={styles.stack}>
				<SavedMessage refusal={actionData} />
				{place ? (
					<Panel title={['Buchungsregeln', place.name].filter(Boolean).join(': ')}>
						<BookingRulesForm
							key={place.id}
							location={place.id}
							rules={place.rules}
							reply={replyTo(actionData, 'rules')}
							mayManage={mayManage}
						/>
					</Panel>
				) : null}
				{place && mayManage ? (
					<Panel title={['Standort', place.name].filter(Boolean).join(': ')}>
						<LinkList
							links={[
								...placeLinks(place.id),
								...(payments ? [PAYMENTS] : []),
								...(place.online ? [shareLink(place.id)] : []),
							]}
						/>
					</Panel>
				) : null}
				{mayExport ? (
					<Panel title="Daten">
						<LinkList links={[CUSTOMERS, ...(place ? [APPOINTMENTS] : []), ...(owner ? [TRANSFER] : [])]} />
					</Panel>
				) : null}
				{mayManage ? (
					<Panel title="Unternehmen und Team">
						<LinkList
							links={
								owner
									? [...COMPANY, LOOKS, BILLING, taxData(taxDataMissing), ...(payments ? [BOOKKEEPING] : []), CLOSE]
									: COMPANY
							}
						/>
					</Panel>
				) : null}
				<Panel title="Eigenes Konto">
					<LinkList links={ACCOUNT} />
				</Panel>
			</div>
		</>
	)
}

const placeLinks = (id: string): SettingsLink[] => [
	{
		to: `${adminPaths.location(id)}#logo`,
		label: 'Logo',
		words: 'Steht auf Ihrer Seite, beim Buchen und in den E-Mails an Ihre Kund:innen.',
	},
	{
		to: adminPaths.location(id),
		label: 'Angaben und Bilder',
		words: 'Anschrift, Beschreibung, Bilder, online oder pausiert.',
	},
	{
		to: adminPaths.services(id),
		label: 'Leistungen',
		words: 'Was gebucht werden kann, wie lange es dauert und was es kostet.',
	},
	{ to: adminPaths.workingHours(id), label: 'Arbeitszeiten', words: 'Öffnungszeiten, Wochenpläne und Schichten.' },
]

const PAYMENTS: SettingsLink = {
	...{ to: adminPaths.paymentRules(), label: 'Online-Zahlung' },
	words: 'Ob Ihre Kund:innen bei der Buchung etwas anzahlen, und wie viel.',
}

const shareLink = (id: string): SettingsLink => ({
	...{ to: adminPaths.share(id), label: 'Link und QR-Code' },
	words: 'Führt Kund:innen zu Ihrer Seite: zum Drucken, für Instagram und Google.',
})

const CUSTOMERS: SettingsLink = {
	...{ to: adminPaths.customersFile(), label: 'Kund:innen als CSV', file: true },
	words: 'Alle Kundenkarten des Unternehmens mit Besuchen und Terminwert.',
}

const APPOINTMENTS: SettingsLink = {
	...{ to: adminPaths.appointmentsFile(), label: 'Termine als CSV', file: true },
	words: 'Alle Termine des Standorts, der oben gewählt ist, mit Stand und Preis.',
}

const TRANSFER: SettingsLink = {
	...{ to: adminPaths.transfer(), label: 'Daten mitnehmen' },
	words: 'Alles in einer Datei, die sich auch wieder einlesen lässt.',
}

const COMPANY: SettingsLink[] = [
	{
		to: adminPaths.company(),
		label: 'Unternehmen',
		words: 'Name, Anschrift, Impressum, Standorte und wer Sie empfohlen hat.',
	},
	{
		to: adminPaths.agreements(),
		label: 'Verträge',
		words: 'Geschäftsbedingungen und Auftragsverarbeitung: was gilt, und wer es wann angenommen hat.',
	},
	{
		to: adminPaths.retention(),
		label: 'Aufbewahrung',
		words: 'Wie lange Daten von Kund:innen und Mitgliedern bleiben, und warum.',
	},
	{
		to: adminPaths.members(),
		label: 'Mitglieder',
		words: 'Wer mitarbeitet, mit welcher Rolle, und wer sich mit zwei Faktoren anmeldet.',
	},
]

const LOOKS: SettingsLink = {
	...{ to: `${adminPaths.retention()}#zugriffe`, label: 'Zugriffe von Zeitplatz' },
	words: 'Was wir in Ihrem Unternehmen angesehen oder entschieden haben, und warum.',
}

const BILLING: SettingsLink = {
	...{ to: adminPaths.billing(), label: 'Abrechnung' },
	words: 'Plan, Provisionen mit Nachweis, und Ihre Rechnungen von Zeitplatz.',
}

const taxData = (missing: boolean): SettingsLink => ({
	...{ to: adminPaths.taxData(), label: 'Steuerdaten' },
	words: missing
		? 'Es fehlen noch Angaben, die wir nach dem Gesetz melden müssen.'
		: 'Steuernummer und Bankverbindung, die wir nach dem Gesetz melden müssen.',
})

const BOOKKEEPING: SettingsLink = {
	...{ to: adminPaths.bookkeeping(), label: 'Steuerberater' },
	words: 'Buchungen eines Monats für DATEV, mit Ihren Konten und Nummern.',
}

const CLOSE: SettingsLink = {
	...{ to: adminPaths.close(), label: 'Unternehmen schließen' },
	words: 'Sofort nicht mehr buchbar; nach 14 Tagen werden alle Daten gelöscht.',
}

const ACCOUNT: SettingsLink[] = [
	{ to: adminPaths.profile(), label: 'Mein Profil', words: 'Ihr Name, Ihre Telefonnummer und Ihre E-Mail-Adresse.' },
	{
		to: adminPaths.profileNotices(),
		label: 'Benachrichtigungen',
		words: 'Wovon Sie eine E-Mail bekommen: Buchungen, Anfragen, Absagen.',
	},
	{
		to: adminPaths.profileSecurity(),
		label: 'Sicherheit',
		words: 'Passwort, Passkeys, Zwei-Faktor-Anmeldung und angemeldete Geräte.',
	},
]

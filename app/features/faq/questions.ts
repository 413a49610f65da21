import type { priceWords } from '#app/features/business/price-words.ts'
import { REWARD_WORDS } from '#app/features/partners/words.ts'
import { paths } from '#app/lib/paths.ts'

export type Question = {
	/** Its place in the address of the page. */
	id: string
	question: string
	/** Paragraphs without marks. */
	answer: string[]
	links?: { label: string; to: string }[]
}

/** The one source of `/faq` and of what search engines read there. */
export const questionsOf = (words: ReturnType<typeof priceWords>): { title: string; questions: Question[] }[] => [
	{
		title: 'Buchen',
		questions: [
			{
				id: 'konto',
				question: 'Brauche ich ein Konto, um einen Termin zu buchen?',
				answer: [
					'Nein. Name und E-Mail-Adresse genügen. Der Link in der Bestätigung führt jederzeit zu Ihrem Termin.',
					'Mit einem Konto sehen Sie alle Ihre Termine an einem Ort und buchen leichter wieder.',
				],
				links: [{ label: 'Konto anlegen', to: paths.register() }],
			},
			{
				id: 'kosten',
				question: 'Was kostet das Buchen?',
				answer: [
					'Suchen und Buchen ist kostenlos. Alle Preise sind Gesamtpreise mit Umsatzsteuer; „ab“ steht nur dort, wo der Preis vom Aufwand abhängt.',
				],
				links: [{ label: 'Termine suchen', to: paths.listings() }],
			},
			{
				id: 'reserviert',
				question: 'Kann mir jemand die Zeit wegnehmen, während ich meine Angaben mache?',
				answer: [
					'Nein. Sobald Sie eine Zeit wählen, ist sie einige Minuten für Sie reserviert. Wie lange noch, sehen Sie beim Buchen.',
				],
			},
			{
				id: 'bestaetigung',
				question: 'Wann ist mein Termin sicher?',
				answer: [
					'Meistens sofort: Die Bestätigung kommt per E-Mail. Manche Betriebe bestätigen von Hand; dann steht das vor der Buchung dabei, und Sie bekommen eine zweite E-Mail, sobald der Betrieb zugesagt hat.',
				],
			},
			{
				id: 'bezahlen',
				question: 'Wie bezahle ich?',
				answer: ['Beim Betrieb. Online bezahlen Sie nichts, und eine Karte brauchen Sie zum Buchen nicht.'],
			},
			{
				id: 'warteliste',
				question: 'Meine Wunschzeit ist vergeben. Kann ich warten?',
				answer: [
					'Ja. Auf der Seite des Betriebs und bei der Zeitwahl steht „Auf die Warteliste“, wenn der Betrieb eine führt. Wird eine passende Zeit frei, halten wir sie für Sie und schreiben Ihnen; gebucht ist erst, wenn Sie zusagen. Passt sie nicht, behalten Sie Ihren Platz.',
					'Gefragt wird der Reihe nach. Auf der Seite Ihres Platzes sehen Sie, wie viele vor Ihnen warten.',
				],
				links: [{ label: 'Wie frei gewordene Zeiten vergeben werden', to: `${paths.ranking()}#warteliste` }],
			},
			{
				id: 'frueher',
				question: 'Ich habe einen Termin, möchte aber früher kommen. Geht das?',
				answer: [
					'Öffnen Sie Ihren Termin und wählen Sie „Früher kommen?“. Wird vorher etwas frei, fragen wir Sie. Sagen Sie zu, zieht Ihr Termin zum selben Preis dorthin um; sonst bleibt er, wo er ist.',
				],
			},
			{
				id: 'bescheid',
				question: 'Gerade ist nirgends etwas frei. Muss ich immer wieder nachsehen?',
				answer: [
					'Nein. Findet Ihre Suche nichts, wählen Sie „Sagen Sie mir Bescheid“: Wird in Ihrer Nähe etwas frei, bekommen Sie eine E-Mail. Reserviert ist dabei nichts: Wer zuerst bucht, hat die Zeit.',
					'Möchten Sie Angebote mit gehaltenen Zeiten, stellen Sie einen Suchauftrag.',
				],
				links: [
					{ label: 'Sagen Sie mir Bescheid', to: paths.alert() },
					{ label: 'Suchauftrag erstellen', to: paths.createOrder() },
				],
			},
			{
				id: 'reihenfolge',
				question: 'Wer steht in den Ergebnissen oben?',
				answer: ['Wer zuerst frei ist, wenn Sie nichts anderes wählen. Bezahlte Plätze gibt es nicht.'],
				links: [{ label: 'So ordnen wir die Ergebnisse', to: paths.ranking() }],
			},
		],
	},
	{
		title: 'Verschieben, absagen, widerrufen',
		questions: [
			{
				id: 'absagen',
				question: 'Wie sage ich einen Termin ab oder verschiebe ihn?',
				answer: [
					'Öffnen Sie den Link in Ihrer Bestätigung. Dort verschieben Sie den Termin auf eine andere freie Zeit oder sagen ihn ab.',
					'Bis wann das kostenlos geht, bestimmt der Betrieb. Die Frist steht auf seiner Seite, vor der Buchung und in der Bestätigung.',
				],
			},
			{
				id: 'link-weg',
				question: 'Ich finde die Bestätigung nicht mehr. Was nun?',
				answer: [
					'Sehen Sie im Ordner für unerwünschte E-Mails nach. Wer angemeldet ist, findet den Termin im Profil. Sonst hilft der Betrieb: Seine Nummer steht auf seiner Seite.',
				],
				links: [{ label: 'Anmelden', to: paths.login() }],
			},
			{
				id: 'widerruf',
				question: 'Kann ich meine Buchung widerrufen?',
				answer: [
					'Ob es ein Widerrufsrecht gibt, hängt von der Leistung ab; vor der Buchung steht es dabei. Erklären können Sie den Widerruf auf einer eigenen Seite, auch ohne Konto.',
				],
				links: [{ label: 'Vertrag widerrufen', to: paths.withdrawal() }],
			},
			{
				id: 'betrieb-sagt-ab',
				question: 'Was passiert, wenn der Betrieb absagt?',
				answer: [
					'Sie bekommen sofort eine E-Mail. Wenn jemand ausfällt, schlägt Ihnen der Betrieb oft eine andere Zeit vor; Sie nehmen sie mit einem Klick an oder lehnen ab.',
				],
			},
		],
	},
	{
		title: 'Ihre Daten',
		questions: [
			{
				id: 'weitergabe',
				question: 'Wer bekommt meine Angaben?',
				answer: [
					'Der Betrieb, bei dem Sie buchen, und niemand sonst. Es gibt keine Werbung und keine fremden Zähler auf diesen Seiten.',
				],
				links: [{ label: 'Datenschutz', to: paths.dataProtection() }],
			},
			{
				id: 'link',
				question: 'Wo ist der Link zu meinem Termin?',
				answer: [
					'In der Bestätigung, die wir Ihnen geschickt haben. Finden Sie sie nicht, senden wir die Links zu Ihren kommenden Terminen noch einmal an die Adresse, mit der Sie gebucht haben.',
				],
				links: [{ label: 'Link noch einmal bekommen', to: paths.bookingLinks() }],
			},
			{
				id: 'auskunft',
				question: 'Wie erfahre ich, was über mich gespeichert ist, und wie lasse ich es löschen?',
				answer: [
					'Mit Konto im Profil. Ohne Konto senden wir Ihnen einen Link an die Adresse, mit der Sie gebucht haben; dort laden Sie alles herunter oder verlangen die Löschung.',
				],
				links: [{ label: 'Meine Daten', to: paths.ownDataRequest() }],
			},
		],
	},
	{
		title: 'Für Betriebe',
		questions: [
			{
				id: 'eintragen',
				question: 'Wie trage ich meinen Betrieb ein?',
				answer: [
					'Registrieren Sie sich und tragen Sie Standort, Team, Leistungen und Arbeitszeiten ein. Eine Prüfliste sagt, was noch fehlt; danach veröffentlichen Sie, und Ihr Haus ist buchbar.',
				],
				links: [{ label: 'Unternehmen eintragen', to: paths.registerCompany() }],
			},
			{
				id: 'preise',
				question: 'Was kostet Zeitplatz für meinen Betrieb?',
				answer: [words.today, words.share, words.never],
				links: [{ label: 'Preise ansehen und ausrechnen', to: paths.prices() }],
			},
			{
				id: 'empfehlen',
				question: 'Bekomme ich etwas, wenn ich Zeitplatz empfehle?',
				answer: [
					`Ja: ${REWARD_WORDS.amount} für jedes Unternehmen, das durch Sie kommt und bleibt. ${REWARD_WORDS.when}`,
				],
				links: [{ label: 'Partnerprogramm', to: paths.partners() }],
			},
			{
				id: 'doppelt',
				question: 'Kann es doppelte Termine geben?',
				answer: [
					'Online nicht: Die Datenbank nimmt keine Überschneidung an, auch wenn zwei Menschen in derselben Sekunde buchen. Räume und Geräte zählen mit.',
				],
			},
			{
				id: 'mitnehmen',
				question: 'Gehören mir meine Daten?',
				answer: [
					'Ja. Inhaberinnen und Inhaber laden in den Einstellungen alles herunter und können es in ein anderes Unternehmen einlesen. Kundenlisten aus anderen Programmen lesen Sie als CSV ein.',
				],
				links: [{ label: 'Vereinbarung zur Auftragsverarbeitung', to: paths.processingAgreement() }],
			},
		],
	},
]

import { paths } from '#app/lib/paths.ts'

/** The business that the customer has the contract with. */
export type Trader = {
	name: string
	legal_name: string
	representative: string
	street: string
	postal_code: string
	city: string
	email: string
	phone: string
}

/** A text of the law, in paragraphs; lines within one are kept. */
export type LegalText = {
	title: string
	paragraphs: string[]
	/** An address in the paragraphs that leads somewhere. */
	link?: string
}

// The model form's words where the trader is unknown, as on the page for all businesses.
const ANY_TRADER = 'den Betrieb, bei dem Sie gebucht haben; Name, Anschrift und E-Mail stehen in Ihrer Bestätigung'

/**
 * The instruction about the right of withdrawal and the model form, as the law words them for services (EGBGB, annexes 1 and 2 to
 * Art. 246a § 1 II), filled in for a trader. Facts that are not known are left out.
 */
export function withdrawalTexts(siteUrl: string, trader?: Trader): LegalText[] {
	const addressee = trader ? addressOf(trader) : ANY_TRADER
	const link = `${siteUrl}${paths.withdrawal()}`
	return [
		{
			title: 'Widerrufsbelehrung',
			link,
			paragraphs: [
				'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen. Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag des Vertragsabschlusses.',
				`Um Ihr Widerrufsrecht auszuüben, müssen Sie uns (${addressee}) mittels einer eindeutigen Erklärung (z. B. ein mit der Post versandter Brief oder eine E-Mail) über Ihren Entschluss, diesen Vertrag zu widerrufen, informieren. Sie können dafür das beigefügte Muster-Widerrufsformular verwenden, das jedoch nicht vorgeschrieben ist.`,
				`Sie können Ihr Widerrufsrecht auch online unter ${link} ausüben. Wenn Sie diese Online-Funktion nutzen, übermitteln wir Ihnen unverzüglich per E-Mail eine Eingangsbestätigung mit dem Inhalt der Widerrufserklärung sowie dem Datum und der Uhrzeit ihres Eingangs.`,
				'Zur Wahrung der Widerrufsfrist reicht es aus, dass Sie die Mitteilung über die Ausübung des Widerrufsrechts vor Ablauf der Widerrufsfrist absenden.',
				'Folgen des Widerrufs: Wenn Sie diesen Vertrag widerrufen, haben wir Ihnen alle Zahlungen, die wir von Ihnen erhalten haben, unverzüglich und spätestens binnen vierzehn Tagen ab dem Tag zurückzuzahlen, an dem die Mitteilung über Ihren Widerruf dieses Vertrags bei uns eingegangen ist. Für diese Rückzahlung verwenden wir dasselbe Zahlungsmittel, das Sie bei der ursprünglichen Transaktion eingesetzt haben, es sei denn, mit Ihnen wurde ausdrücklich etwas anderes vereinbart; in keinem Fall werden Ihnen wegen dieser Rückzahlung Entgelte berechnet.',
				'Haben Sie verlangt, dass die Dienstleistungen während der Widerrufsfrist beginnen sollen, so haben Sie uns einen angemessenen Betrag zu zahlen, der dem Anteil der bis zu dem Zeitpunkt, zu dem Sie uns von der Ausübung des Widerrufsrechts hinsichtlich dieses Vertrags unterrichten, bereits erbrachten Dienstleistungen im Vergleich zum Gesamtumfang der im Vertrag vorgesehenen Dienstleistungen entspricht.',
			],
		},
		{
			title: 'Muster-Widerrufsformular',
			paragraphs: [
				'Wenn Sie den Vertrag widerrufen wollen, dann füllen Sie bitte dieses Formular aus und senden Sie es zurück.',
				[
					`– An ${addressee}`,
					'– Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über die Erbringung der folgenden Dienstleistung:',
					'– Bestellt am:',
					'– Name des/der Verbraucher(s):',
					'– Anschrift des/der Verbraucher(s):',
					'– Unterschrift des/der Verbraucher(s) (nur bei Mitteilung auf Papier):',
					'– Datum:',
				].join('\n'),
				'(*) Unzutreffendes streichen.',
			],
		},
	]
}

function addressOf(trader: Trader): string {
	const name = trader.legal_name || trader.name
	const person = trader.representative === name ? '' : trader.representative
	const place = `${trader.postal_code} ${trader.city}`.trim()
	const phone = trader.phone && `Telefon ${trader.phone}`
	const email = trader.email && `E-Mail ${trader.email}`
	return [name, person, trader.street, place, phone, email].filter(Boolean).join(', ')
}

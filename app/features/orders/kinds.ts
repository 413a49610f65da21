/** What somebody can wait for: answers of businesses, a time at one of them, or news of free times. */
export type Kind = 'order' | 'waitlist' | 'alert'

/** The word of a kind in an address (/thankyou?art=warteliste); an order has none. */
export const KIND_PARAMS = { order: undefined, waitlist: 'warteliste', alert: 'bescheid' } as const

/** What a query says of the kind; anything else is an order. */
export function readKind(query: URLSearchParams): Kind {
	const word = query.get('art')
	return word === KIND_PARAMS.waitlist ? 'waitlist' : word === KIND_PARAMS.alert ? 'alert' : 'order'
}

type Words = {
	/** The heading before and after the address is confirmed. */
	confirm: string
	done: string
	/** What the mail is for, and what comes after it. */
	mail: string
	steps: string[]
	/** What happens once it is open. */
	open: string
	look: string
}

/** What the page after sending says. */
export const THANKS: Record<Kind, Words> = {
	order: {
		confirm: 'Fast geschafft: Bitte bestätigen Sie.',
		done: 'Ihr Suchauftrag ist online.',
		mail: 'Erst mit dem Link darin geht Ihr Suchauftrag an die Betriebe.',
		steps: [
			'E-Mail öffnen und bestätigen',
			'Betriebe antworten mit Zeiten, die sie für Sie frei halten',
			'Angebote vergleichen, eines annehmen, fertig',
		],
		open: 'Passende Betriebe sehen ihn jetzt und antworten mit Zeiten, die sie für Sie frei halten. Wir schreiben Ihnen, sobald das erste Angebot da ist.',
		look: 'Suchauftrag ansehen',
	},
	waitlist: {
		confirm: 'Fast geschafft: Bitte bestätigen Sie.',
		done: 'Sie stehen auf der Warteliste.',
		mail: 'Erst mit dem Link darin zählt Ihr Platz in der Reihe.',
		steps: [
			'E-Mail öffnen und bestätigen',
			'Wird eine passende Zeit frei, schreiben wir Ihnen',
			'Zeit annehmen oder ablehnen, ganz wie Sie möchten',
		],
		open: 'Wird eine passende Zeit frei, schreiben wir Ihnen. Gebucht ist erst, wenn Sie zusagen.',
		look: 'Meinen Platz ansehen',
	},
	alert: {
		confirm: 'Fast geschafft: Bitte bestätigen Sie.',
		done: 'Wir sagen Ihnen Bescheid.',
		mail: 'Erst mit dem Link darin suchen wir für Sie weiter.',
		steps: [
			'E-Mail öffnen und bestätigen',
			'Wird etwas Passendes frei, schreiben wir Ihnen',
			'Zeit aus der E-Mail heraus buchen',
		],
		open: 'Wird etwas Passendes frei, schreiben wir Ihnen: sofort, wenn es bald beginnt, sonst höchstens einmal am Tag.',
		look: 'Benachrichtigung ansehen',
	},
}

/** What the page behind the link of the mail says. */
export const CONFIRMING: Record<Kind, { title: string; waits: string; done: string; button: string; further: string }> =
	{
		order: {
			title: 'Suchauftrag bestätigen',
			waits: 'Erst mit Ihrer Bestätigung sehen passende Betriebe Ihren Suchauftrag, ohne Name und Adresse.',
			done: 'Dieser Suchauftrag ist schon bestätigt.',
			button: 'Suchauftrag bestätigen',
			further: 'Weiter zum Suchauftrag',
		},
		waitlist: {
			title: 'Platz auf der Warteliste bestätigen',
			waits:
				'Erst mit Ihrer Bestätigung stehen Sie in der Reihe. Gebucht ist damit noch nichts, und Ihren Namen sieht der Betrieb erst mit einer Buchung.',
			done: 'Dieser Platz ist schon bestätigt.',
			button: 'Auf die Warteliste',
			further: 'Weiter zu meinem Platz',
		},
		alert: {
			title: 'Benachrichtigung bestätigen',
			waits: 'Erst mit Ihrer Bestätigung suchen wir für Sie weiter und schreiben Ihnen, wenn etwas frei wird.',
			done: 'Diese Benachrichtigung ist schon bestätigt.',
			button: 'Ja, Bescheid sagen',
			further: 'Weiter zur Benachrichtigung',
		},
	}

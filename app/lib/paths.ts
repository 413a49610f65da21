import type { From } from './origin.ts'

/** Every address of the public site, so that a renamed page breaks the build and not a link; for the admin area see admin-paths.ts. */
export const paths = {
	home: () => '/',
	listings: (query?: Record<string, string | undefined>) => `/listings${search(query)}`,
	catalogue: (city: string, category?: string) => (category ? `/katalog/${city}/${category}` : `/katalog/${city}`),
	suggestions: (field: 'was' | 'wo', text: string) => `/suggestions?${new URLSearchParams({ feld: field, q: text })}`,
	category: (category: string) => `/categories/${category}`,
	categories: () => '/categories',
	/** @param from who brings the person there, see app/lib/origin.ts */
	listing: (slug: string, from?: From) => `/listings/${slug}${search({ von: from })}`,
	listingBooking: (slug: string, query?: Record<string, string | string[] | undefined>) =>
		`/listings/${slug}/booking${search(query)}`,
	/** A place on the waiting list of a location, for these services. */
	listingWait: (slug: string, query?: Record<string, string | string[] | undefined>) =>
		`/listings/${slug}/warteliste${search(query)}`,
	/** A group event of a location: its page, and the steps to book it. */
	listingEvent: (slug: string, event: string, query?: Record<string, string | undefined>) =>
		`/listings/${slug}/events/${event}${search(query)}`,
	/** A place on the waiting list of an event. */
	eventWait: (id: string, secret?: string) => `/warteliste/${id}${search({ s: secret })}`,
	/** One start of an offer on a search order, to be accepted. */
	requestOffer: (id: string, offer: string, start: number) => `/request/${id}/angebot/${offer}?start=${start}`,
	/** Answers whether anything has changed since `stand`. */
	requestStand: (id: string, stand: string) => `/request/${id}/stand${search({ v: stand })}`,
	booking: (id: string, secret?: string) => `/booking/${id}${search({ s: secret })}`,
	/** The pages on which a customer changes a booking. */
	bookingStep: (id: string, step: 'vorschlag' | 'umbuchen' | 'absagen' | 'frueher', secret?: string) =>
		`/booking/${id}/${step}${search({ s: secret })}`,
	/** Where the customer comes back to from paying, and pays again. */
	bookingPayment: (id: string, secret?: string) => `/booking/${id}/zahlung${search({ s: secret })}`,
	/** The page of the provider that only pretends. */
	testPayment: (ref: string) => `/testzahlung/${ref}`,
	bookingCalendarFile: (id: string, secret?: string) => `/booking/${id}/termin.ics${search({ s: secret })}`,
	/** A booking as others see it who got its link. */
	sharedBooking: (id: string, secret?: string) => `/booking/${id}/geteilt${search({ s: secret })}`,
	sharedCalendarFile: (id: string) => `/booking/${id}/geteilt/termin.ics`,
	/** The customer's review of a completed booking. */
	review: (id: string, secret?: string) => `/review/${id}${search({ s: secret })}`,
	/** Search orders: the form, what is free at once, the mail's link, what comes next, the public list, and the order's own page. */
	createOrder: (query?: Record<string, string | undefined>) => `/create-order${search(query)}`,
	orderReach: (query: Record<string, string>) => `/create-order/reichweite${search(query)}`,
	orderMatches: () => '/create-order/frei',
	confirmOrder: (id: string, secret?: string) => `/create-order/bestaetigen/${id}${search({ s: secret })}`,
	/** @param query `id` of what is open, `art` of what it is (features/orders/kinds.ts) */
	thankYou: (query?: { id?: string; art?: string }) => `/thankyou${search(query)}`,
	/** Asking to hear of free times. */
	alert: (query?: Record<string, string | undefined>) => `/bescheid${search(query)}`,
	searchOrders: (query?: Record<string, string | undefined>) => `/search-orders${search(query)}`,
	request: (id: string, secret?: string) => `/request/${id}${search({ s: secret })}`,
	bookingSuccess: (id?: string, secret?: string) => `/booking-success${search({ id, s: secret })}`,
	/** The businesses that somebody wants to find again. */
	favourites: () => '/merkliste',
	login: () => '/auth/login',
	register: () => '/auth/register',
	loginCompany: () => '/auth/login-company',
	/** @param code of the partner who has recommended it */
	registerCompany: (code?: string) => `/auth/register-company${search({ code })}`,
	confirmSignup: () => '/auth/confirm-signup',
	confirm: () => '/auth/confirm',
	emailConfirmation: () => '/auth/email-confirmation',
	recovery: () => '/auth/recovery',
	invitation: (secret: string) => `/auth/einladung${search({ s: secret })}`,
	secondFactor: () => '/auth/second-factor',
	signInService: (provider: string, back?: string) => `/auth/provider${search({ dienst: provider, verbinden: back })}`,
	signInCallback: () => '/auth/callback',
	logout: () => '/auth/logout',
	session: () => '/auth/session',
	urlSession: () => '/auth/link',
	profile: () => '/profile',
	profileData: () => '/profile/angaben',
	profileRelatives: () => '/profile/personen',
	/** Taking part as a partner. */
	profilePartners: () => '/profile/partnerprogramm',
	profileSecurity: () => '/profile/sicherheit',
	profileAccount: () => '/profile/konto',
	ownData: () => '/profile/meine-daten.json',
	business: () => '/business',
	/** What businesses pay. */
	prices: () => '/business/preise',
	/** A day with the product in each trade, which is a category without a parent. */
	usecases: () => '/business/usecases',
	usecase: (trade: string) => `/business/usecases/${trade}`,
	/** A salon to try things out in, and what that does not allow. */
	demo: () => '/demo',
	demoLimits: () => '/demo/grenzen',
	/** Where whoever is in the demo leads the salon. */
	demoSalon: () => '/admin/dashboard',
	/** What recommending the platform brings, and where a partner's link leads. */
	partners: () => '/partnerprogramm',
	partnerLink: (code: string) => `/p/${encodeURIComponent(code.toWellFormed())}`,
	faq: () => '/faq',
	/** @param subject a word of features/contact/subjects.ts */
	contact: (subject?: string) => `/contact${search({ thema: subject })}`,
	theme: () => '/theme',
	/** Remembers the visitor's town. */
	place: () => '/ort',
	imprint: () => '/legal/impressum',
	dataProtection: () => '/legal/data-protection',
	withdrawal: () => '/vertrag-widerrufen',
	/** The links to one's coming appointments, sent again. */
	bookingLinks: () => '/termin-link',
	/** One's own data without an account: asking for a link, what it opens, and the same as a file. */
	ownDataRequest: () => '/meine-daten',
	ownDataLink: (id: string, secret?: string) => `/meine-daten/${id}${search({ s: secret })}`,
	ownDataFile: (id: string) => `/meine-daten/${id}/meine-daten.json`,
	optOut: (token: string) => `/abmelden/${token}`,
	accessibility: () => '/legal/barrierefreiheit',
	/** Saying that something on a public page breaks the law or the rules; `kind` as in app/features/content-reports/targets.ts. */
	report: (kind: string, id: string) => `/melden?ziel=${kind}:${id}`,
	reports: () => '/melden',
	/** A decision about something that was reported, with its reasons. */
	decision: (id: string, secret?: string) => `/entscheidung/${id}${search({ s: secret })}`,
	reviewRules: () => '/legal/bewertungen',
	terms: () => '/legal/agb',
	/** What companies agree on with the operator; without a version the one that holds now. Each has its words as a text file, too. */
	businessTerms: (version?: number) => `/legal/agb-unternehmen${search({ version: version?.toString() })}`,
	businessTermsFile: (version?: number) => `/legal/agb-unternehmen.txt${search({ version: version?.toString() })}`,
	processingAgreement: (version?: number) => `/legal/auftragsverarbeitung${search({ version: version?.toString() })}`,
	processingFile: (version?: number) => `/legal/auftragsverarbeitung.txt${search({ version: version?.toString() })}`,
	partnerTerms: (version?: number) => `/legal/partnerprogramm${search({ version: version?.toString() })}`,
	partnerTermsFile: (version?: number) => `/legal/partnerprogramm.txt${search({ version: version?.toString() })}`,
	sources: () => '/legal/quellen',
	ranking: () => '/legal/ranking',
} as const

/** A query string, empty values left out; half a character, which no address can hold, becomes the sign for unreadable. */
export function search(query: Record<string, string | string[] | undefined> = {}): string {
	let text = ''
	for (const [name, value] of Object.entries(query)) {
		for (const item of Array.isArray(value) ? value : [value])
			if (item) text += `${text ? '&' : '?'}${name}=${encodeURIComponent(item.toWellFormed()).replaceAll('%20', '+')}`
	}
	return text
}

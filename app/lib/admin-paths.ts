import { search } from './paths.ts'

/** Every address of the admin area, apart from paths.ts so that public pages need not load them. */
export const adminPaths = {
	home: () => '/admin',
	dashboard: () => '/admin/dashboard',
	/** Sums of the chosen location. */
	reports: (query?: Record<string, string | undefined>) => `/admin/reports${search(query)}`,
	reportsFile: (query: Record<string, string>) => `/admin/reports.csv${search(query)}`,
	calendar: (query?: Record<string, string | undefined>) => `/admin/calendar${search(query)}`,
	/** What the calendar shows as a PDF, a page for each person. */
	plan: (query?: Record<string, string | undefined>) => `/admin/calendar/plan.pdf${search(query)}`,
	/** The form for a new appointment beside the calendar. */
	newInCalendar: (query?: Record<string, string | undefined>) => `/admin/calendar/neu${search(query)}`,
	/** What waits for an answer, beside the calendar. */
	openInCalendar: (query?: Record<string, string | undefined>) => `/admin/calendar/offen${search(query)}`,
	/** An appointment beside the calendar. */
	inCalendar: (id: string, query?: Record<string, string | undefined>) => `/admin/calendar/${id}${search(query)}`,
	/** Why a time is not offered, beside the calendar. */
	whyInCalendar: (query?: Record<string, string | undefined>) => `/admin/calendar/warum${search(query)}`,
	/** The form for blocked time beside the calendar. */
	newBlock: (query?: Record<string, string | undefined>) => `/admin/calendar/sperrzeit/neu${search(query)}`,
	/** Blocked time beside the calendar. */
	block: (id: string, query?: Record<string, string | undefined>) => `/admin/calendar/sperrzeit/${id}${search(query)}`,
	appointments: (query?: Record<string, string | undefined>) => `/admin/appointment${search(query)}`,
	/** The list of appointments as a CSV file. */
	appointmentsFile: (query?: Record<string, string | undefined>) => `/admin/appointment.csv${search(query)}`,
	newAppointment: (query?: Record<string, string | undefined>) => `/admin/appointment/new${search(query)}`,
	withdrawals: (query?: Record<string, string | undefined>) => `/admin/appointment/withdrawals${search(query)}`,
	search: () => '/admin/suche',
	findCustomers: (text: string) => `/admin/suche/kartei${search({ q: text })}`,
	/** What a customer had last. */
	lastVisit: (customer: string) => `/admin/suche/letztes${search({ kunde: customer })}`,
	appointment: (id: string, query?: Record<string, string | undefined>) => `/admin/appointment/${id}${search(query)}`,
	/** Who is away, and the form for it. */
	disruptions: (query?: Record<string, string | undefined>) => `/admin/disruptions${search(query)}`,
	/** Where people of the team enter that they are away. */
	absence: (query?: Record<string, string | undefined>) => `/admin/absence${search(query)}`,
	/** The form for a person's shift of one day. */
	shift: (query: { person: string; tag: string }) => `/admin/shift${search(query)}`,
	disruption: (id: string) => `/admin/disruptions/${id}`,
	/** Group events, and the form for a new one. */
	events: (query?: Record<string, string | undefined>) => `/admin/events${search(query)}`,
	eventsFile: (query?: Record<string, string | undefined>) => `/admin/events.csv${search(query)}`,
	newEvent: (query?: Record<string, string | undefined>) => `/admin/events/new${search(query)}`,
	eventFile: (id: string) => `/admin/events/${id}/participants.csv`,
	event: (id: string, query?: Record<string, string | undefined>) => `/admin/events/${id}${search(query)}`,
	/** What was written to customers and to the business, and the same as a CSV file. */
	messages: (query?: Record<string, string | undefined>) => `/admin/messages${search(query)}`,
	messagesFile: (query?: Record<string, string | undefined>) => `/admin/messages.csv${search(query)}`,
	/** What customers wrote about the location, and the replies. */
	reviews: (query?: Record<string, string | undefined>) => `/admin/reviews${search(query)}`,
	/** Search orders that fit, and the offers to them. */
	offers: (query?: Record<string, string | undefined>) => `/admin/offers${search(query)}`,
	/** The answer to a search order. */
	offerTo: (order: string, query?: Record<string, string | undefined>) => `/admin/offers/${order}${search(query)}`,
	/** What customers have paid online, the same as a CSV file, and one such payment. */
	payments: (query?: Record<string, string | undefined>) => `/admin/payment/transactions${search(query)}`,
	paymentsFile: (query?: Record<string, string | undefined>) => `/admin/payment/transactions.csv${search(query)}`,
	payment: (id: string) => `/admin/payment/transactions/${id}`,
	/** Plan, commission and invoices of the platform; one invoice; the last step of cancelling the plan. */
	billing: (query?: Record<string, string | undefined>) => `/admin/billing${search(query)}`,
	bill: (id: string) => `/admin/billing/${id}`,
	billFile: (id: string, format: 'pdf' | 'xml') => `/admin/billing/${id}/rechnung/${format}`,
	cancelPlan: () => '/admin/billing/kuendigen',
	customers: (query?: Record<string, string | undefined>) => `/admin/customers${search(query)}`,
	/** The list of customers as a CSV file. */
	customersFile: (query?: Record<string, string | undefined>) => `/admin/customers.csv${search(query)}`,
	newCustomer: () => '/admin/customers/new',
	customer: (id: string, query?: Record<string, string | undefined>) => `/admin/customers/${id}${search(query)}`,
	/** Who looked at which card. */
	looks: (query?: Record<string, string | undefined>) => `/admin/customers/looks${search(query)}`,
	/** Cards that may be the same person. */
	duplicates: (query?: Record<string, string | undefined>) => `/admin/customers/duplicates${search(query)}`,
	/** Merging another card into this one. */
	mergeCustomer: (id: string, query?: Record<string, string | undefined>) =>
		`/admin/customers/${id}/merge${search(query)}`,
	/** Taking over customers from files, one such file, and its rows that were not taken over, as a CSV file. */
	imports: (query?: Record<string, string | undefined>) => `/admin/customers/imports${search(query)}`,
	import: (id: string) => `/admin/customers/imports/${id}`,
	importFile: (id: string) => `/admin/customers/imports/${id}/rows.csv`,
	/** A photo or document at a card. */
	customerFile: (id: string, file: string) => `/admin/customers/${id}/files/${file}`,
	eraseCustomer: (id: string) => `/admin/customers/${id}/erase`,
	secondFactor: () => '/admin/zwei-faktor',
	/** @param code of the partner who has recommended the platform */
	newCompany: (code?: string) => `/admin/neu${search({ code })}`,
	/** From the first sign-in to the published page. */
	setup: (step?: string) => `/admin/einrichten${search({ schritt: step })}`,
	company: () => '/admin/company',
	profile: () => '/admin/profile',
	profileSecurity: () => '/admin/profile/sicherheit',
	/** Of what the member gets mails. */
	profileNotices: () => '/admin/profile/benachrichtigungen',
	/** What the salon of the demo would have sent, and one such mail. */
	demoInbox: () => '/admin/posteingang',
	demoMail: (id: string) => `/admin/posteingang/${id}`,
	members: (query?: Record<string, string | undefined>) => `/admin/user${search(query)}`,
	membersFile: (query?: Record<string, string | undefined>) => `/admin/user.csv${search(query)}`,
	settings: (query?: Record<string, string | undefined>) => `/admin/settings${search(query)}`,
	/** What the company agrees on with the operator. */
	agreements: () => '/admin/settings/agreements',
	/** How long data about people are kept. */
	retention: () => '/admin/settings/retention',
	/** What the operator has to report about the company. */
	taxData: () => '/admin/settings/tax-data',
	/** What customers pay when they book. */
	paymentRules: () => '/admin/settings/payments',
	/** What the tax adviser's program needs, and a file for it with the bookings of a month. */
	bookkeeping: (query?: Record<string, string | undefined>) => `/admin/settings/bookkeeping${search(query)}`,
	bookkeepingFile: (query: Record<string, string | undefined>) => `/admin/settings/bookkeeping.csv${search(query)}`,
	/** Taking all data along as a file, and bringing them back. */
	transfer: () => '/admin/settings/transfer',
	/** Closing the company, and opening it again. */
	close: () => '/admin/settings/close',
	transferFile: (id: string) => `/admin/settings/transfer/${id}`,
	location: (id: string) => `/admin/company/location/${id}`,
	/** The page of a location before it is published. */
	preview: (id: string) => `/admin/company/location/${id}/preview`,
	picture: (location: string, id: string) => `/admin/company/location/${location}/picture/${id}`,
	employees: (id: string) => `/admin/company/location/${id}/employees`,
	services: (id: string) => `/admin/company/location/${id}/services`,
	workingHours: (id: string, query?: Record<string, string | undefined>) =>
		`/admin/company/location/${id}/workinghours${search(query)}`,
	/** Link, QR code and words that lead to the page of a location. */
	share: (id: string) => `/admin/company/location/${id}/share`,
} as const

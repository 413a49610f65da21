import { search } from './paths.ts'

/** Every address of the operator's pages. */
export const operatorPaths = {
	reports: (query?: Record<string, string | undefined>) => `/operator${search(query)}`,
	report: (id: string) => `/operator/meldungen/${id}`,
	companies: (query?: Record<string, string | undefined>) => `/operator/unternehmen${search(query)}`,
	company: (id: string) => `/operator/unternehmen/${id}`,
	partners: (query?: Record<string, string | undefined>) => `/operator/partner${search(query)}`,
	partner: (id: string) => `/operator/partner/${id}`,
	money: (query?: Record<string, string | undefined>) => `/operator/money${search(query)}`,
	taxReport: () => '/operator/money/pstg',
	tickets: (query?: Record<string, string | undefined>) => `/operator/anfragen${search(query)}`,
	messages: (query?: Record<string, string | undefined>) => `/operator/nachrichten${search(query)}`,
	figures: (query?: Record<string, string | undefined>) => `/operator/zahlen${search(query)}`,
	log: (query?: Record<string, string | undefined>) => `/operator/protokoll${search(query)}`,
	/** Where operators go who are signed in with a password alone. */
	secondFactor: () => '/operator/zwei-faktor',
} as const

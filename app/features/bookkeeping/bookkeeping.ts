import type { Database } from '#app/database.types.ts'
import type { Typed } from '#app/features/shell/edit.ts'
import { ACCOUNT_LABELS, type Chart, LEDGER_ACCOUNTS } from './accounts.ts'

type Row = Database['public']['Tables']['bookkeeping_settings']['Row']
export type BookkeepingSettings = Omit<Row, 'company_id' | 'updated_at' | 'chart'> & { chart: Chart }

export const BOOKKEEPING_LABELS = {
	...{ chart: 'Kontenrahmen', consultant: 'Beraternummer', client: 'Mandantennummer', year_begins: 'Geschäftsjahr ab' },
	...ACCOUNT_LABELS,
} satisfies Record<keyof BookkeepingSettings, string>

export const MONTHS = Array.from({ length: 12 }, (_, month) =>
	new Intl.DateTimeFormat('de-DE', { month: 'long', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 1))),
)

/** What the form holds; the usual things before the first time. */
export function bookkeepingTyped(kept: BookkeepingSettings | null): Typed {
	return {
		...{ chart: kept?.chart ?? '03', year_begins: String(kept?.year_begins ?? 1) },
		...{ consultant: String(kept?.consultant ?? ''), client: String(kept?.client ?? '') },
		...Object.fromEntries(LEDGER_ACCOUNTS.map((name) => [name, kept?.[name] ?? ''])),
	}
}

/** The month of a date or an address's text, YYYY-MM; undefined for anything else. */
export function readMonth(text: string | null): string | undefined {
	return /^20\d\d-(0[1-9]|1[0-2])$/.test(text ?? '') ? (text ?? undefined) : undefined
}

/** "November 2026" */
export const monthText = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`

/** The first and the last day of a month, and when the business's year began that it lies in. */
export function daysOf(month: string, yearBegins: number): { from: string; to: string; yearBegins: string } {
	const [year = 0, place = 0] = month.split('-').map(Number)
	const to = new Date(Date.UTC(year, place, 0)).toISOString().slice(0, 10)
	const began = place >= yearBegins ? year : year - 1
	return { from: `${month}-01`, to, yearBegins: `${began}-${String(yearBegins).padStart(2, '0')}-01` }
}

/** The last twelve months before this day and its own, newest first. */
export function recentMonths(today: string): string[] {
	const [year = 0, month = 0] = today.split('-').map(Number)
	return Array.from({ length: 13 }, (_, back) =>
		new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
	)
}

import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import type { Database } from '#app/database.types.ts'
import { addDays, HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { instantOf } from '#app/lib/wall-time.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { accountNumbers, LEDGER_ACCOUNTS, type LedgerAccount } from './accounts.ts'
import { type BookkeepingSettings, daysOf, monthText } from './bookkeeping.ts'
import { type Booking, datevFiles } from './datev.ts'

configure({ useWebWorkers: false })

type Account = Database['public']['Enums']['money_account']

/** What has happened, as a bookkeeper calls it, by the verb of the ledger. */
const WORDS: Record<string, string> = {
	captured: 'Online-Zahlung',
	visit_completed: 'Termin erbracht',
	no_show: 'Gebühr Nichterscheinen',
	refund_asked: 'Erstattung zugesagt',
	refunded: 'Erstattung ausgezahlt',
	refund_outside: 'Erstattung beim Zahlungsdienst',
	refund_failed: 'Erstattung nicht möglich',
	fee: 'Gebühr Zahlungsdienst',
	refund_withdrawn: 'Erstattung zurückgenommen',
	late_cancelled: 'Gebühr späte Absage',
	late_waived: 'Gebühr späte Absage erlassen',
	dispute_opened: 'Strittige Zahlung',
	dispute_won: 'Strittige Zahlung gewonnen',
	dispute_lost: 'Strittige Zahlung verloren',
	payout: 'Auszahlung',
	payout_returned: 'Auszahlung zurückgekommen',
}

const EVENT =
	'id, at, verb, money_transfers (position, debit, credit, amount_cents, payments (id, description, test)), sent:payouts!payouts_event_id_fkey (id, test), returned:payouts!payouts_returned_event_id_fkey (id, test)'

type Asked = { company: { id: string; smallBusiness: boolean }; month: string; withTests: boolean }

/** The bookings of a month for DATEV, in the order of the ledger. Money of trials only when it is asked for. */
export async function loadBookings(
	client: Client,
	settings: BookkeepingSettings | null,
	{ company, month, withTests }: Asked,
): Promise<Booking[]> {
	const { from, to } = daysOf(month, 1)
	const events = await allRows((first, last) =>
		client
			.from('money_events')
			.select(EVENT)
			.eq('company_id', company.id)
			.eq('book', 'company')
			.gte('at', startOf(from))
			.lt('at', startOf(addDays(to, 1)))
			.order('id')
			.range(first, last),
	)
	const numbers = accountNumbers(chosenOf(settings), company.smallBusiness)
	return events.flatMap(({ at, verb, money_transfers: lines, sent, returned }) => {
		const payout = sent[0] ?? returned[0]
		return lines
			.toSorted((a, b) => a.position - b.position)
			.map((line) => ({ ...line, ...aboutOf(line.payments, payout) }))
			.filter(({ test }) => withTests || !test)
			.map(({ debit, credit, amount_cents, id, description, test }) => ({
				...{ day: localDate(at, HOME_ZONE), debit: numberOf(debit, numbers), credit: numberOf(credit, numbers) },
				...{ cents: amount_cents, reference: `ZP-${id.slice(0, 13)}`, test },
				text: [WORDS[verb] ?? 'Zahlung', description].filter(Boolean).join(', '),
			}))
	})
}

type About = { id: string; description: string; test: boolean }

/** What a line is about: a payment, or a payout of the account as a whole. */
const aboutOf = (payment: About | null, payout: Omit<About, 'description'> | undefined): About =>
	payment ?? { id: '', test: false, ...payout, description: '' }

/** The file of a month, in a zip where one is not enough. @returns null when the adviser's numbers are missing */
export async function bookingsFile(
	settings: BookkeepingSettings | null,
	month: string,
	bookings: Booking[],
	made = new Date(),
): Promise<{ content: Uint8Array<ArrayBuffer>; name: string; type: string } | null> {
	if (!settings?.consultant || !settings.client) return null
	const { consultant, client, chart, year_begins } = settings
	const batch = {
		...{ consultant, client, chart, name: `Zeitplatz ${monthText(month)}` },
		...{ ...daysOf(month, year_begins), made: stampOf(made) },
	}
	const [first, ...more] = datevFiles(batch, bookings)
	if (!first) return null
	const name = `EXTF_Buchungsstapel_${month}`
	if (more.length === 0) return { content: first, name: `${name}.csv`, type: 'text/csv; charset=windows-1252' }
	const zip = new ZipWriter(new Uint8ArrayWriter())
	for (const [place, file] of [first, ...more].entries())
		await zip.add(`${name}_${place + 1}.csv`, new Uint8ArrayReader(file))
	return { content: await zip.close(), name: `${name}.zip`, type: 'application/zip' }
}

function startOf(day: string): string {
	const at = instantOf(`${day}T00:00`, HOME_ZONE)
	if (at === undefined) throw new Error(`${day} has no midnight`)
	return at
}

/** A moment in Germany as YYYYMMDDHHMMSSmmm. */
function stampOf(at: Date): string {
	const time = new Intl.DateTimeFormat('de-DE', { timeZone: HOME_ZONE, timeStyle: 'medium' }).format(at)
	const digits = `${localDate(at, HOME_ZONE)}${time}`.replaceAll(/\D/g, '')
	return `${digits}${String(at.getUTCMilliseconds()).padStart(3, '0')}`
}

function chosenOf(settings: BookkeepingSettings | null) {
	const own = LEDGER_ACCOUNTS.flatMap((name) => (settings?.[name] ? [[name, settings[name]] as const] : []))
	return { chart: settings?.chart ?? '03', accounts: Object.fromEntries(own) as Partial<Record<LedgerAccount, string>> }
}

function numberOf(account: Account, numbers: Record<LedgerAccount, string>): string {
	if (!(account in numbers)) throw new Error(`${account} is no account of a business`)
	return numbers[account as LedgerAccount]
}

/** Whether the company is paid by the provider that only pretends, or ever was. */
export async function loadPayingTest(client: Client, company: string): Promise<boolean> {
	const found = await client.from('payments').select('id').eq('company_id', company).eq('test', true).limit(1)
	return invariantData(found).length > 0
}

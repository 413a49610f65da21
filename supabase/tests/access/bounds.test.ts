import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTransport } from 'nodemailer'
import { toMessage } from '#server/mail.ts'
import { type TestDatabase, createTestDatabase } from '../database.ts'

// Stored data has limits: every text and JSON column of every table that the REST service exposes refuses a hundred kilobytes.
let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

type Column = { table: string; column: string; type: string; checks: string[]; bounded: boolean }

const columns = () => database.sql<Column[]>`
	select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
		-- A length in the type, or a reference to a column that has a bound of its own.
		a.atttypid = 'varchar'::regtype and a.atttypmod > 0 or exists (select from pg_constraint o
			where o.conrelid = c.oid and o.contype = 'f' and a.attnum = any(o.conkey)) as bounded,
		array(select pg_get_expr(o.conbin, o.conrelid) from pg_constraint o
			where o.conrelid = c.oid and o.contype = 'c' and a.attnum = any(o.conkey) and o.convalidated) as checks
	from pg_class c join pg_attribute a on a.attrelid = c.oid
	where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
		and (a.atttypid = any(array['text', 'varchar', 'bpchar', 'json', 'jsonb', 'extensions.citext', 'xml']::regtype[])
			or a.atttypid in (select oid from pg_type where typcategory = 'A'))
	order by 1, 2`

const LONG = 100_000
/**
 * Values that are too large in different ways, because a check can miss some: one that trims, counts parts or looks only at
 * the beginning.
 */
const HUGE: Record<string, unknown[]> = {
	text: [
		'x'.repeat(LONG),
		' '.repeat(LONG),
		`x${' '.repeat(LONG)}x`,
		`xx${'\n'.repeat(LONG)}`,
		`a@${'b.'.repeat(LONG)}de`,
	],
	jsonb: [{ x: 'x'.repeat(LONG) }, Array.from({ length: LONG }, () => 1), 'x'.repeat(LONG)],
	'uuid[]': [Array.from({ length: LONG }, () => '00000000-0000-4000-8000-000000000000')],
	'smallint[]': [Array.from({ length: LONG }, () => 1)],
	'text[]': [['x'.repeat(LONG)], Array.from({ length: LONG }, () => 'xx'), ['xx', 'x'.repeat(LONG)]],
}
HUGE.varchar = HUGE['character varying'] = HUGE['extensions.citext'] = HUGE.citext = HUGE.text as unknown[]

test('every text and JSON column has a limit', async () => {
	const open: string[] = []
	const place = '00000000-0000-4000-8000-000000000000'
	const found = await columns()
	expect(found.length).toBeGreaterThan(80)
	for (const { table, column, type, checks, bounded } of found) {
		if (bounded) continue
		for (const value of HUGE[type] ?? [undefined]) {
			// A check that also needs other columns finds null there and passes. The location is given, because the path of a
			// picture follows from it.
			const row = { [column]: value, [table === 'locations' ? 'id' : 'location_id']: place }
			const refused = value !== undefined && !(await passes(table, checks, row))
			if (!refused) open.push(`${table}.${column} (${type})`)
		}
	}
	expect([...new Set(open)]).toEqual([])
})

/** Whether a row with only these columns passes the checks of its table. */
async function passes(table: string, checks: string[], row: object): Promise<boolean> {
	const values = ['(true)', ...checks.map((check) => `((${check}))`)].join(', ')
	const [answer] = await database.sql
		.unsafe(
			`select bool_and(coalesce(passed, true)) as passed from jsonb_populate_record(null::public.${table}, $1::text::jsonb) row
		cross join lateral (values ${values}) as checks (passed)`,
			[JSON.stringify(row)],
		)
		.catch((error: { code?: string }) => {
			// The value is longer than its type allows.
			if (error.code === '22001') return [{ passed: false }]
			throw error
		})
	return answer?.passed
}

const ONE = ['mia@example.org', 'Jörg+Tag@sub.exämple.de', "o'neil@example.org"]
const NOT_ONE = [
	...[
		'a@example.org, b@example.org',
		'a@example.org,b@example.org',
		'a@example.org;b@example.org',
		'a@example.org b@example.org',
	],
	...[
		'Mia <a@example.org>',
		'<a@example.org>',
		'"Mia" a@example.org',
		'a@b@example.org',
		'x,y@example.org',
		'Gruppe: a@example.org;',
	],
	...[
		'a@example.org\r\nBcc: b@example.org',
		'a@example.org\n',
		' a@example.org',
		'a\t@example.org',
		'a\u0000@example.org'.replace('\u0000', '\u0001'),
	],
	...[
		'a',
		'a@',
		'@example.org',
		'a@example',
		'a@.org',
		'a(b)@example.org',
		`${'a'.repeat(65)}@example.org`,
		`a@${'b'.repeat(250)}.de`,
	],
]

test('columns for a mail address hold only one', async () => {
	const found = (await columns()).filter(({ column }) => /email|recipient/.test(column))
	expect(found.map(({ table, column }) => `${table}.${column}`)).toEqual([
		...[
			'appointments.contact_email',
			'companies.email',
			'customers.email',
			'erasure_demands.email',
			'event_waits.email',
			'invitations.email',
			'locations.email',
			'messages.recipient',
			'search_orders.contact_email',
			'tickets.email',
			'withdrawals.email',
		],
	])
	for (const { table, column, checks } of found) {
		const takes = (value: string) =>
			passes(table, checks, { [column]: table === 'invitations' ? value.toLowerCase() : value, ...SOUND[table] })
		for (const value of ONE) expect(await takes(value), `${table} ${value}`).toBe(true)
		for (const value of NOT_ONE) expect(await takes(value), `${table} ${value}`).toBe(false)
	}
})

/** The other columns that a row's check needs. */
const SOUND: Record<string, object> = {
	customers: { name: 'Mia' },
	appointments: {
		...{ state: 'confirmed', starts_at: '2026-01-01T10:00Z', ends_at: '2026-01-01T11:00Z', contact_name: 'Mia' },
		...{ total_cents: 1, source: 'web' },
	},
}

test('the mail server gets only one recipient, whatever a row holds, and no header of a stranger', async () => {
	const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
	const write = async (to: string) => {
		const name = 'Mia\r\nBcc: b@example.org'
		const mail = toMessage({
			to,
			subject: `Termin: ${name}`,
			html: '',
			text: '',
			replyTo: `c@example.org, d@example.org`,
		})
		const { message, envelope } = await transport.sendMail({ ...mail, from: 'noreply@example.org' })
		return { headers: (message as unknown as Buffer).toString().split('\n\n')[0] ?? '', recipients: envelope.to }
	}
	for (const value of NOT_ONE) expect((await write(value)).recipients.length).toBeLessThan(2)
	const { headers, recipients } = await write('a@example.org')
	expect(recipients).toEqual(['a@example.org'])
	expect(headers).not.toMatch(/^bcc:/im)
})

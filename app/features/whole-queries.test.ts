import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

// The REST service cuts every list of rows at its own limit, so each query sets a limit, asks for pages, or is listed here.
const ROOT = path.join(import.meta.dirname, '..', '..')

/** Queries and functions that never return many rows, each with the reason. */
const SMALL: [query: string, reason: string][] = [
	[
		'app/features/services/service-templates.server.ts categories',
		'the branches of one trade, from our own reference data',
	],
	['app/routes/admin/location-services.tsx categories', 'our own reference data, some 150 rows'],
	['app/features/legal/agreements.queries.server.ts current_agreements', 'one row for each agreement'],
	['app/features/legal/ranking.queries.server.ts ranking_weights', 'our own reference data, ten rows'],
	['app/features/catalogue/home.queries.server.ts search_locations', 'p_limit is 4'],
	['app/routes/admin/second-factor.tsx members', 'the companies of one person'],
	['app/routes/admin/setup.tsx categories', 'the trades, from the reference data'],
	['app/routes/admin/setup.tsx publishing_checklist', 'seven steps'],
	['app/features/listing/listing.queries.server.ts opening_hours', 'a weekday has as many rows as hours at most'],
	[
		'app/features/explain/explain.queries.server.ts explain_start',
		'one row for each person of a location; more are an error',
	],
	['app/features/notifications/outbox.server.ts claim_messages', 'p_limit'],
	['app/features/transfers/transfers.server.ts lapsed_transfers', 'p_limit'],
	['app/features/reviews/reviews.server.ts own_reviews', 'a hundred at most'],
	['app/features/sandbox/inbox.server.ts sandbox_messages', 'a hundred at most'],
	['app/features/listing/listing.queries.server.ts next_starts', 'p_limit'],
	['app/features/listing/listing.queries.server.ts search_locations', 'p_limit'],
	['app/features/appointments/appointments.queries.server.ts next_starts_by_hand', 'p_limit'],
	['app/features/catalogue/catalogue.queries.server.ts search_locations', 'p_limit'],
	['app/features/catalogue/group-events.server.ts find_events', 'p_limit, 1000 at most'],
	['app/features/catalogue/group-events.server.ts find_events', 'p_limit, 1000 at most'],
	['app/features/catalogue/suggestions.server.ts suggest', 'p_limit, 20 at most'],
	['app/features/accounts/invitation.server.ts get_invitation', 'one row or none'],
	['app/routes/admin/dashboard.tsx publishing_checklist', 'one row for each step'],
	['app/routes/admin/location-data.tsx publishing_checklist', 'one row for each step'],
	['app/features/booking/booking.queries.server.ts available_days', 'one row for each day of a strip'],
	['app/features/booking/booking.queries.server.ts next_starts', 'p_limit'],
	['app/features/accounts/own-appointments.server.ts appointments', 'bounded where it is used'],
	[
		'app/features/appointments/open-counts.server.ts shown_appointments',
		'the number alone, or bounded where it is used',
	],
	['app/features/appointments/refused-move.server.ts appointment_lines', 'of one appointment, ten at most'],
	['app/features/appointments/withdrawals.queries.server.ts shown_withdrawals', 'a page of them, asked for below'],
	['app/features/customers/looks.queries.server.ts customer_looks', 'a page of them, asked for below'],
]
/** Lists nested in rows, by their table; such a list is cut without any sign. */
const SMALL_LISTS: Record<string, string> = {
	'appointment_lines of appointments': 'ten services to a visit',
	'appointment_lines of shown_appointments': 'ten services to a visit',
	'appointment_events of shown_appointments': 'what happened to one appointment',
	'appointment_messages of appointments': '20 a thread',
	'appointment_notes of shown_appointments': 'one row at most',
	'customer_facts of shown_customers': 'one row at most',
	'early_starts of appointments': 'one row at most',
	'appointment_events of appointments': 'what happened to one appointment',
	'working_hours of employees': 'the week of one person, in their periods',
	'money_transfers of money_events': 'at most four a posting',
	'payouts of money_events': 'sent once, come back at most once',
	'reverses of invoices': 'the one invoice that it takes back',
	'package_services of packages': 'ten services to a package',
	'employee_services of services': 'the people of one location',
	'invoice_lines of invoices': 'the plan and the first visits of a month',
	'location_images of locations': 'read anew when it is full, see withWholeLists',
	'employees of locations': 'read anew when it is full, see withWholeLists',
	'services of locations': 'read anew when it is full, see withWholeLists',
	'service_addons of locations': 'read anew when it is full, see withWholeLists',
	'service_tests of locations': 'read anew when it is full, see withWholeLists',
	'locations of companies': 'narrowed to one by its id',
	'reviews of locations': 'asked for with a limit',
}

type Chain = { file: string; kind: string; name: string; text: string }

/** Every `.from('…')` and `.rpc('…')` of the application with what is called on it. */
function readChains(): Chain[] {
	const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'app', 'server'], {
		cwd: ROOT,
		encoding: 'utf8',
	})
	const chains: Chain[] = []
	for (const file of files.split('\n').filter((name) => /\.tsx?$/.test(name) && !/\.test\.|types\.ts$/.test(name))) {
		const source = readFileSync(path.join(ROOT, file), 'utf8')
		for (const found of source.matchAll(/(\.(?<kind>from|rpc)\(|\bcall(?:<[^(]*>)?\(\s*\w+,\s*)\s*'(?<name>\w+)'/g)) {
			const { kind = 'rpc', name = '' } = found.groups ?? {}
			// The storage client has a `from` as well.
			if (/storage\s*$/.test(source.slice(0, found.index))) continue
			chains.push({ file, kind, name, text: chainAt(source, found.index) })
		}
	}
	return chains
}

/** The text of a chain of calls from its first dot or name to its last bracket. */
function chainAt(source: string, start: number): string {
	let depth = 0
	for (let at = start; at < source.length; at++) {
		const letter = source[at] ?? ''
		if ('([{'.includes(letter)) depth++
		else if (')]}'.includes(letter)) {
			depth--
			if (depth < 0) return source.slice(start, at)
			if (depth === 0 && !/^\s*\.\w/.test(source.slice(at + 1))) return source.slice(start, at + 1)
		}
	}
	return source.slice(start)
}

const sql = execFileSync('git', ['grep', '-h', '', '--', 'supabase/schemas'], {
	cwd: ROOT,
	encoding: 'utf8',
	maxBuffer: 2 ** 24,
})
const sets = new Set(
	[...sql.matchAll(/create function public\.(\w+)\s*\(([^;]*?)\breturns (setof|table)\b/g)]
		.filter((found) => !/create function/.test(found[2] ?? ''))
		.map((found) => String(found[1])),
)
const bounded = /\.(limit|range|single|maybeSingle|insert|update|upsert|delete)\(|head: true/

const chains = readChains()

it('every query asks for a bounded number of rows, for pages, or is known to be small', () => {
	expect(chains.length).toBeGreaterThan(100)
	expect(sets).toContain('available_starts')
	const unbounded = chains
		.filter(({ kind, name, text }) => (kind === 'from' || sets.has(name)) && !bounded.test(text))
		.map(({ file, name }) => `${file} ${name}`)
	expect(unbounded.toSorted()).toEqual(SMALL.map(([query]) => query).toSorted())
})

it('every query that asks for pages says an order', () => {
	const loose = chains.filter(({ text }) => /\.range\(/.test(text) && !/\.order\(/.test(text))
	expect(loose.map(({ file, name }) => `${file} ${name}`)).toEqual([])
})

it('every list within rows is known to be small', () => {
	const lists = new Set(
		chains.flatMap(({ kind, name, file, text }) => (kind === 'from' ? listsIn(name, selectOf(file, text)) : [])),
	)
	expect([...lists].toSorted()).toEqual(Object.keys(SMALL_LISTS).toSorted())
})

/** The columns that a chain selects, with the constants of its file put in. */
function selectOf(file: string, chain: string): string {
	const source = readFileSync(path.join(ROOT, file), 'utf8')
	const given = /\.select\(\s*([\s\S]*)/.exec(chain)?.[1] ?? ''
	const text = /^[A-Za-z]/.test(given)
		? `\${${/^[\w.]+/.exec(given)?.[0] ?? ''}}`
		: (/^(['`])([\s\S]*?)\1/.exec(given)?.[2] ?? '')
	const resolve = (part: string): string =>
		part.replace(/\$\{([\w.]+)\}/g, (_whole, name: string) => {
			const [, constant = ''] = /^(?:\w+\.)?(\w+)$/.exec(name) ?? []
			const value = new RegExp(`(?:const ${constant} =|\\b${constant}:)\\s*(['\`])([\\s\\S]*?)\\1`).exec(source)?.[2]
			return value === undefined ? '' : resolve(value)
		})
	return resolve(text).replaceAll(/\s/g, '')
}

/** "children of parents" for each list that a select asks for, at any depth. */
function listsIn(table: string, select: string): string[] {
	const found: string[] = []
	let depth = 0
	let [start, inside] = [0, 0]
	for (let at = 0; at <= select.length; at++) {
		const letter = select[at] ?? ','
		if (letter === '(' && depth++ === 0) inside = at + 1
		else if (letter === ')') depth--
		else if (letter === ',' && depth === 0) {
			const part = select.slice(start, at)
			const child = /^(?:\w+:)?(\w+)(?:!\w+)*\(/.exec(part)?.[1]
			if (child) {
				if (!parentsOf(table).includes(child)) found.push(`${child} of ${table}`)
				found.push(...listsIn(child, select.slice(inside, at - 1)))
			}
			start = at + 1
		}
	}
	return found
}

/** The tables that a row of a table points to. */
function parentsOf(table: string): string[] {
	const types = readFileSync(path.join(ROOT, 'app/database.types.ts'), 'utf8')
	const from = types.indexOf(`      ${table}: {\n        Row:`)
	const relationships = types.indexOf('Relationships: [', from)
	const block = types.slice(relationships, types.indexOf('\n      }', relationships))
	return [...block.matchAll(/referencedRelation: "(\w+)"/g)].map((one) => String(one[1]))
}

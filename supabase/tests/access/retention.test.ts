import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, openSalon, type Salon } from '../booking/salon.ts'

// Each table either is named by a rule of retention (supabase/schemas/85_accounts/60_retention.sql) or holds nothing about people.
const NO_PEOPLE: Record<string, string[]> = {
	'reference data and words of our own': [
		...['public.federal_states', 'public.cities', 'public.districts', 'public.postal_codes', 'public.categories'],
		...['public.public_holidays', 'public.ranking_weights', 'public.consent_texts', 'public.agreement_texts'],
		...['internal.rights', 'internal.transitions', 'internal.message_kinds', 'public.retention_rules'],
		'internal.exported_tables',
	],
	'what a business sets up': [
		...['public.services', 'public.resources', 'public.events', 'public.location_slugs', 'public.second_factor_duties'],
		'internal.imported_companies',
		...['public.location_hours', 'public.service_addons', 'public.day_prices', 'internal.former_prices'],
		...[
			'public.service_tests',
			'public.packages',
			'public.package_services',
			'public.offer_templates',
			'public.offer_rules',
		],
		...['public.payment_accounts', 'public.payment_rules', 'public.bookkeeping_settings'],
	],
	'computed anew from other tables': [
		...['internal.calendars', 'internal.free_days', 'public.occupancies', 'internal.listings', 'internal.search_words'],
		...['internal.listing_services', 'internal.suggestions', 'internal.catalogue_numbers', 'internal.suggestion_marks'],
		...['internal.counted_locations', 'internal.offered_names', 'internal.words_to_fill'],
	],
	'keys and counters': [
		...['internal.visitor_keys', 'internal.opt_out_key', 'internal.feed_epoch', 'internal.feed_cursors'],
		...['internal.search_demand', 'internal.order_waves', 'internal.notice_turns', 'internal.freed'],
		'internal.ticket_numbers',
		...['internal.test_payments', 'internal.test_refunds'],
		...['internal.billing_settings', 'internal.billing_credits', 'internal.billing_pauses', 'public.number_series'],
		'public.price_lists',
		...['internal.payment_provider', 'public.payment_commands', 'public.provider_events', 'public.money_alerts'],
		...['internal.report_days', 'internal.report_use', 'internal.report_due', 'internal.report_waits'],
	],
}

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

test('every table with data about people has a rule for how long they are kept', async () => {
	const tables = await salon.sql<{ name: string }[]>`
		select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where n.nspname in ('public', 'internal') and c.relkind in ('r', 'p') order by 1`
	const ruled = await salon.sql<{ name: string }[]>`select distinct unnest(tables) as name from public.retention_rules`
	const exempt = Object.values(NO_PEOPLE).flat()
	const named = new Set([...ruled.map(({ name }) => name), ...exempt])
	expect(tables.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([])
	const there = new Set(tables.map(({ name }) => name))
	expect([...named].filter((name) => !there.has(name))).toEqual([])
	expect(exempt.filter((name) => ruled.some((rule) => rule.name === name))).toEqual([])
})

test('what a rule says in words is its period, and its job is there for the server alone', async () => {
	const WORDS: Record<string, RegExp> = {
		'10 years': /zehn Jahre nach dem Ende des Jahres/,
		'3 years': /drei Jahre nach dem Ende des Jahres/,
		'2 years': /zwei Jahre/,
		'1 year': /ein Jahr/,
		'90 days': /90 Tage/,
		'30 days': /30 Tage/,
		'1 day': /einen Tag/,
		'2 days': /zwei Tage/,
	}
	const rules =
		await salon.sql`select name, how_long, period::text, from_end_of_year, job from public.retention_rules where period is not null`
	expect(rules.length).toBeGreaterThan(10)
	for (const { name, how_long, period, from_end_of_year, job } of rules) {
		expect([name, how_long]).toEqual([name, expect.stringMatching(WORDS[String(period)] ?? /^$/)])
		expect([name, from_end_of_year]).toEqual([name, ['3 years', '10 years'].includes(String(period))])
		const [found] =
			await salon.sql`select has_function_privilege('authenticated', ${`${job}(integer)`}, 'execute') as open`
		expect([name, found?.open]).toEqual([name, false])
	}
	for (const who of ['anon', salon.user.owner])
		expect(await codeOf(salon.call(who, 'forget_due', { rule: 'messages' }))).toMatch(/permission denied/)
	expect(await salon.call('service_role', 'forget_due', { rule: 'unknown' })).toBe(0)
	expect(await salon.call('service_role', 'forget_due', { rule: 'accounts' })).toBe(0)
})

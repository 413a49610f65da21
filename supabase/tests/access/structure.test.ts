import * as fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READ_FUNCTIONS } from '#app/lib/read-functions.ts'
import { readSchemas } from '#scripts/schemas.ts'
import { type TestDatabase, createTestDatabase } from '../database.ts'
import { VERB_TABLES } from './verb-tables.ts'

/**
 * Everything that a visitor without an account can call. Adding a name here is a decision; docs/errors.md says what each
 * function answers.
 */
const OPEN_TO_VISITORS = new Set([
	'available_days',
	'count_stars',
	'latest_reviews',
	'list_starts',
	'list_priced_starts',
	'listed_day_prices',
	'available_starts',
	'next_starts',
	'location_by_slug',
	'opening_hours',
	'search_locations',
	'suggest',
	'search_facets',
	'catalogue_counts',
	'hold_appointment',
	'hold_seats',
	'upcoming_events',
	'find_events',
	'listing_cards',
	'wait_for_event',
	'confirm_event_wait',
	'get_event_wait',
	'leave_event_wait',
	'release_hold',
	'start_payment',
	'abandon_payment',
	'list_payment_terms',
	'confirm_appointment',
	'cancel_appointment',
	'reschedule_appointment',
	'withdraw_appointment',
	'answer_proposal',
	'declare_withdrawal',
	'get_booking',
	'booking_thread',
	'peek_booking_thread',
	'share_booking',
	'unshare_booking',
	'shared_booking',
	'write_to_business',
	'save_search_order_draft',
	'get_search_order_draft',
	'submit_search_order',
	'confirm_search_order',
	'change_search_order',
	'extend_search_order',
	'withdraw_search_order',
	'get_request',
	'see_offers',
	'request_threads',
	'peek_request_threads',
	'answer',
	'block_business',
	'add_order_image',
	'order_image_stored',
	'remove_order_image',
	'order_images',
	'blocked_businesses',
	'share_request',
	'get_offer',
	'ask_for_alert',
	'join_waitlist',
	'resume_waiting',
	'accept_offer',
	'decline_offer',
	'instant_matches',
	'list_search_orders',
	'get_decision',
	'appeal',
	'removed_reviews',
	'get_report_target',
	'report_content',
	'get_review',
	'save_review',
	'add_to_review',
	'delete_review',
	'get_invitation',
	'request_own_data',
	'request_booking_links',
	'open_ticket',
	'open_own_data',
	'own_data',
	'erase_own_data',
	'get_opt_out',
	'current_agreements',
	'current_partner_terms',
	'current_prices',
	'find_partner_code',
	'opt_out',
])
const ONLY_FOR_THE_SERVER = [
	'expire_holds',
	'collect_freed',
	'use_payment_provider',
	'apply_payment_snapshot',
	'claim_payment_commands',
	'finish_payment_command',
	'receive_provider_event',
	'receive_account_event',
	'name_account',
	'claim_account_syncs',
	'finish_account_sync',
	'apply_payout',
	'order_payment_reads',
	'expire_payments',
	'settle_payments',
	'tidy_payments',
	'check_money',
	'use_billing',
	'settle_commission',
	'close_billing_month',
	'run_dunning',
	'check_billing',
	'invoices_to_render',
	'keep_invoice_files',
	'start_test_payment',
	'get_test_payment',
	'act_on_test_payment',
	'refund_test_payment',
	'expire_test_payment',
	'expire_offers',
	'match_freed',
	'sweep_waiting',
	'tell_alerts',
	'answer_by_rules',
	'extend_availability',
	'rebuild_availability',
	'check_availability',
	'return_proposals',
	'complete_past',
	'tend_reviews',
	'delete_due_accounts',
	'delete_unbooked',
	'forget_due',
	'claim_transfer',
	'keep_transfer',
	'put_transfer_back',
	'collect_export',
	'read_transfer',
	'end_transfer',
	'lapsed_transfers',
	'forget_transfers',
	'stage_import',
	'import_pictures',
	'carry_out_import',
	'lease_sandbox',
	'prepare_sandbox',
	'reset_sandbox',
	'reset_sandboxes',
	'sandbox_messages',
	'companies_to_delete',
	'delete_company',
	'keep_customer_facts',
	'compute_all_customer_facts',
	'compare_customers',
	'advance_imports',
	'normalise_phones',
	'fill_appointment_words',
	'files_to_remove',
	'files_removed',
	'issue_booking_link',
	'issue_own_data_link',
	'issue_search_order_link',
	'expire_search_orders',
	'nudge_orders',
	'run_waves',
	'issue_invitation_link',
	'issue_decision_link',
	'appoint_operator',
	'count_partner_visit',
	'decide_referrals',
	'claim_messages',
	'hand_over_message',
	'finish_message',
	'opt_out_token',
	'event_wait_secret',
	'read_feed',
	'advance_feed',
	'advance_suggestions',
	'refresh_suggestions',
	'count_attempt',
	'count_demand',
	'keep_reports',
	'mark_reports',
	'visitor_signing_key',
	'rotate_visitor_key',
]

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

const functions = (condition: string) =>
	database.sql.unsafe<{ name: string }[]>(`select p.oid::regprocedure::text as name from pg_proc p
		where p.pronamespace in ('public'::regnamespace, 'internal'::regnamespace) and p.prokind = 'f'
		and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') and ${condition} order by 1`)

test('the functions that are retried after a failure are those that only read', async () => {
	const rows = await database.sql<{ proname: string }[]>`select distinct p.proname from pg_proc p
		where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype and p.provolatile <> 'v'
			and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
			and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('service_role', p.oid, 'execute'))`
	expect([...READ_FUNCTIONS].sort()).toEqual(rows.map(({ proname }) => proname).sort())
})

test('every public table has row level security', async () => {
	const open = await database.sql`select relname from pg_class where relnamespace = 'public'::regnamespace
		and relkind in ('r', 'p') and not relrowsecurity`
	expect(open).toEqual([])
})

// They leave out what policies cannot: columns. Each repeats the rule of its table; access/contact-data.test.ts and the matrix compare.
const SHOWN = ['appointment_changes', 'appointments', 'customers', 'event_waits', 'messages', 'withdrawals']

test('every view runs with the rights of its caller, or is a barrier that shows a part of a table', async () => {
	const barriers = await database.sql`select relname from pg_class where relnamespace = 'public'::regnamespace
		and relkind = 'v' and 'security_barrier=true' = any(reloptions) order by relname`
	expect(barriers.map(({ relname }) => relname)).toEqual(SHOWN.map((table) => `shown_${table}`))
	const open = await database.sql`select relname from pg_class where relnamespace = 'public'::regnamespace
		and relkind = 'v' and not 'security_barrier=true' = any(reloptions) and not coalesce('security_invoker=true' = any(reloptions) or 'security_invoker=on' = any(reloptions), false)`
	expect(open).toEqual([])
})

test('every function has a fixed empty search path, or names bound when it was created', async () => {
	expect(await functions(`not coalesce('search_path=""' = any(p.proconfig), false) and p.prosqlbody is null`)).toEqual(
		[],
	)
})

test('no function sets force_custom_plan for functions that it calls for each row', async () => {
	// The setting applies to everything called within. Suggestions call one function for only a few rows.
	expect(await functions(`'plan_cache_mode=force_custom_plan' = any(p.proconfig)`)).toEqual([
		{ name: 'suggest(text,text,integer)' },
	])
})

test('no function is open to everyone by default', async () => {
	expect(
		await functions(
			`exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)`,
		),
	).toEqual([])
})

test('visitors call only what is on the list', async () => {
	const open = await functions(
		`p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute')`,
	)
	expect(
		open.map(({ name }) => name.replace(/^public\.|\(.*/g, '')).filter((name) => !OPEN_TO_VISITORS.has(name)),
	).toEqual([])
})

test('functions for the server are for nobody else', async () => {
	const only =
		await functions(`p.pronamespace = 'public'::regnamespace and has_function_privilege('service_role', p.oid, 'execute')
		and not has_function_privilege('authenticated', p.oid, 'execute')`)
	const unnamed = only.map(({ name }) => name.replace(/^public\.|\(.*/g, ''))
	expect(unnamed.filter((name) => !ONLY_FOR_THE_SERVER.includes(name))).toEqual([])
	const list = ONLY_FOR_THE_SERVER.map((name) => `'${name}'`).join()
	const names = (await functions(`p.proname in (${list})`)).map(({ name }) => name.replace(/\(.*/, ''))
	expect(new Set(names).size).toBe(ONLY_FOR_THE_SERVER.length)
	expect(
		await functions(`p.proname in (${list}) and (has_function_privilege('anon', p.oid, 'execute')
			or has_function_privilege('authenticated', p.oid, 'execute') or not has_function_privilege('service_role', p.oid, 'execute'))`),
	).toEqual([])
})

test('definer functions in the helper schema are granted only where policies need them', async () => {
	const open = await functions(`p.pronamespace = 'internal'::regnamespace and p.prosecdef
		and has_function_privilege('anon', p.oid, 'execute')`)
	expect(open.map(({ name }) => name.replace(/\(.*/, ''))).toEqual(
		[
			'internal.companies_as',
			'internal.companies_with',
			'internal.employees_as',
			'internal.has_published_location',
			'internal.inactive_companies',
			'internal.is_published',
			'internal.locations_as',
			'internal.locations_with',
			'internal.own_employees',
			'internal.person',
		].sort(),
	)
})

test('visitors and members write no table of the verbs', async () => {
	const written =
		await database.sql`select table_name, grantee, privilege_type from information_schema.role_table_grants
		where table_schema = 'public' and grantee in ('anon', 'authenticated') and privilege_type <> 'SELECT'
		and (grantee = 'anon' or table_name = any(${VERB_TABLES}))`
	expect(written).toEqual([])
	const columns = await database.sql`select table_name, column_name, grantee from information_schema.column_privileges
		where table_schema = 'public' and grantee in ('anon', 'authenticated') and privilege_type <> 'SELECT'
		and (grantee = 'anon' or table_name = any(${VERB_TABLES})
			or column_name in ('company_id', 'state', 'rating_average', 'published_at') and privilege_type = 'UPDATE')`
	expect(columns).toEqual([])
})

test('open calendars get live updates', async () => {
	const published = await database.sql`select tablename from pg_publication_tables
		where pubname = 'supabase_realtime' and schemaname = 'public' order by 1`
	expect(published.map((row) => row.tablename)).toEqual(expect.arrayContaining(['appointment_lines', 'appointments']))
})

test('docs/errors.md has one row for each code that the schemas raise', async () => {
	const raised = new Set(
		[...(await readSchemas()).matchAll(/internal\.(?:fail|refusal)\('(\w+)'|then '(\w*hold\w*)'/g)].map((match) =>
			String(match[1] ?? match[2]),
		),
	)
	const text = await fs.readFile(path.join(import.meta.dirname, '../../../docs/errors.md'), 'utf8')
	const documented = [...text.matchAll(/^\| (\w+) \|/gm)].map((match) => match[1]).filter((code) => code !== 'code')
	expect(documented).toEqual([...raised].sort((a, b) => (a < b ? -1 : 1)))
})

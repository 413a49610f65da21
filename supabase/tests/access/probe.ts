import type { Salon } from '../booking/salon.ts'

type Argument = { name: string; type: string; needed: boolean }
export type OpenFunction = { name: string; args: Argument[] }

/** Our functions that visitors or members can call, by name, with their arguments; `needed` are those without a default. */
export async function openFunctions(salon: Salon): Promise<OpenFunction[]> {
	return salon.sql<OpenFunction[]>`
		select p.proname as name, jsonb_agg(jsonb_build_object('name', p.proargnames[place], 'type', format_type(type, null),
			'needed', place <= p.pronargs - p.pronargdefaults) order by place) as args
		from pg_proc p cross join unnest(p.proargtypes::oid[]) with ordinality as one (type, place)
		where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
			and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
			and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
		group by p.oid, p.proname order by p.proname`
}

const WINDOWS = JSON.stringify([
	{ first: soon(1), last: soon(5), weekdays: [1, 2, 3, 4, 5, 6, 7], from: 480, to: 1200 },
])

function soon(days: number): string {
	return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const NOTHING = '00000000-0000-4000-8000-000000000000'

/** Arguments of functions in which a name means something else than in the others. */
export const USUAL_OF: Record<string, Record<string, string>> = {
	operator_tickets: { p_state: 'open' },
	operator_settle_ticket: { p_state: 'open' },
	operator_settle_referral: { p_state: 'paid' },
	list_event_page: { p_state: 'free', p_sort: '-time', p_page: '1', p_limit: '50' },
	report_content: { p_kind: 'listing', p_good_faith: 'true', p_ground: 'other', p_explanation: 'Warum' },
	get_report_target: { p_kind: 'listing' },
	add_customer_file: { p_type: 'application/pdf', p_bytes: '1000' },
	list_appointments: { p_state: 'requested', p_sort: '-time', p_page: '1', p_limit: '50' },
	extend_search_order: { p_order: NOTHING, p_windows: WINDOWS },
	instant_matches: { p_category: 'friseur', p_windows: WINDOWS },
	list_payments: { p_state: 'paid', p_sort: '-time', p_page: '1', p_limit: '50' },
	operator_tax_report: { p_reason: 'Warum' },
	operator_match_transfer: { p_transfer: NOTHING, p_number: 'ZP-2027-00001', p_reason: 'Warum' },
	refund_payment: { p_payment: NOTHING, p_key: NOTHING },
	send_offer: { p_starts: '{2030-01-01T10:00:00Z}' },
	// Its signatures are told apart by what must be there.
	create_appointment: { p_anyway: 'false' },
}

/** Adds `probe.fault(call)`, which returns PostgreSQL's code and message for a call, or null. Every role can call it. */
export async function addProbe(salon: Salon): Promise<void> {
	await salon.sql`create schema probe`
	await salon.sql`create function probe.fault(call text) returns text language plpgsql as $$
		declare
			answer jsonb;
		begin
			execute call into answer;
			return null;
		exception when others then
			return sqlstate || ' ' || sqlerrm;
		end $$`
	await salon.sql`grant usage on schema probe to public`
	await salon.sql`grant execute on function probe.fault to public`
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, hashOf, openSalon, type Salon } from '../booking/salon.ts'
import { addProbe, type OpenFunction, openFunctions, USUAL_OF } from './probe.ts'

// Times and numbers that PostgreSQL knows but no calendar or map has. A function that takes one must refuse it with one of the product's
// errors, or find nothing. Errors of the database would show strangers how it calculates, and would not help the caller.
const EXTREME: Record<string, string[]> = {
	date: [
		...['infinity', '-infinity', '20000-01-01', '5874897-12-31', '4714-11-24 BC', '294277-01-01', '0044-03-15 BC'],
		...['0001-01-01', '9999-12-31'],
	],
	'timestamp with time zone': [
		...[
			'infinity',
			'-infinity',
			'20000-01-01 00:00+00',
			'294276-12-31 23:59:59.999999+00',
			'4714-11-24 00:00:00+00 BC',
		],
		...['0044-03-15 12:00+00 BC', '0001-01-01 00:00+00', '9999-12-31 23:59+00'],
	],
	integer: ['2147483647', '-2147483648', '0', '1000000'],
	'double precision': ['NaN', 'Infinity', '-Infinity', '1e308', '-1e308', '91', '0'],
	numeric: ['NaN', 'Infinity', '-Infinity', '1e100', '-1e-100'],
}
const DATES = ['date', 'timestamp with time zone']

let salon: Salon
let takers: OpenFunction[]
/** Other arguments, so that the functions get as far as possible. */
let usual: Record<string, string>
beforeAll(async () => {
	salon = await openSalon()
	const { id, secret } = await salon.book({ starts_at: at(3, '10:00') })
	const { location, cut, colour, anna } = salon.ids
	const [file] = await salon.sql`select customer_id from public.appointments where id = ${id}`
	const times = { starts_at: at(4, '10:00'), ends_at: at(4, '11:00') }
	const block = await salon.call(salon.user.manager, 'block_time', { location, employee: anna, ...times })
	const day = { starts_at: at(5, '10:00'), ends_at: at(5, '11:00') }
	const event = await salon.call(salon.user.manager, 'create_event', {
		...{ location, service: cut, employee: anna, seats: 2 },
		...day,
	})
	const disruption = await salon.call(salon.user.manager, 'begin_disruption', {
		...{ location, employee: anna, starts_at: at(3, '00:00'), ends_at: at(4, '00:00') },
	})
	const imported = await salon.call<string>(salon.user.manager, 'begin_import', {
		...{ company: salon.ids.company, file: 'a.csv', head: ['Name'] },
	})
	const bundle = await salon.call<string>(salon.user.manager, 'create_package', {
		...{ location, name: 'Rundum', services: [cut, colour], price_cents: 9900 },
	})
	const [wish] = await salon.sql<
		{ id: string }[]
	>`insert into public.search_orders (state, category_id, latitude, longitude, area, windows,
		confirmed_at, expires_at) values ('open', 1, 52.5, 13.4, extensions.cube_enlarge(internal.spot(52.5, 13.4), 10, 3), '[{}]', now(),
		now() + interval '9 days') returning id`
	usual = {
		...{ p_order: wish?.id ?? '', p_offer: wish?.id ?? '' },
		p_package: bundle,
		...{ p_import: imported, p_rows: '[["Mia"]]' },
		p_disruption: disruption.id,
		p_state: 'kept',
		...{
			p_company: salon.ids.company,
			p_location: location,
			p_services: `{${cut},${colour}}`,
			p_employee: anna,
			p_appointment: id,
			p_customer: String(file?.customer_id),
			p_note: 'Allergie',
			p_block: block.id,
			p_service: cut,
			p_event: event.id,
			p_seats: '2',
			p_secret: secret,
			...{ p_text: 'Gut', p_review: id, p_reply: 'Danke' },
			p_notify: 'ask',
			p_accept: 'true',
			...{ p_tags: '{Stamm}', p_blocked: 'false' },
			...{ p_family: 'Schnitt', p_own: 'kurz', p_variant: 'lang', p_name: 'Rundum' },
		},
		...{ p_secret_hash: hashOf('x'), p_contact: '{"name": "Mia", "email": "mia@example.org"}', p_sort: 'next' },
	}
	takers = (await openFunctions(salon)).filter(({ args }) => args.some(({ type }) => type in EXTREME))
	await addProbe(salon)
})
afterAll(() => salon.close())

/** Calls with each extreme argument, with the others usual or left out; dates are also combined with each other. */
function calls({ name, args }: OpenFunction): string[] {
	const ends = args.filter(({ type }) => type in EXTREME)
	const soon: Record<string, string> = {
		...{ date: at(3, '10:00').slice(0, 10), 'timestamp with time zone': at(3, '11:00') },
		...{ integer: '5', 'double precision': '10', numeric: '4' },
	}
	const near = Object.fromEntries(ends.map((one) => [one.name, one.name === 'p_now' ? 'null' : String(soon[one.type])]))
	const needed = Object.fromEntries(ends.map((one) => [one.name, 'null']))
	const dates = ends.filter(({ type }) => DATES.includes(type))
	const wishes = ends.flatMap((one) =>
		(EXTREME[one.type] ?? []).flatMap((value) => [
			{ ...needed, [one.name]: value },
			{ ...near, [one.name]: value },
		]),
	)
	for (const one of dates)
		for (const other of dates.filter((date) => date !== one))
			for (const first of EXTREME[one.type] ?? [])
				for (const second of EXTREME[other.type]?.slice(0, 3) ?? [])
					wishes.push({ ...needed, [one.name]: first, [other.name]: second })
	return wishes.map((wish) => {
		const given: Record<string, string> = { ...usual, ...USUAL_OF[name], ...wish }
		const list = args
			// `p_notify` is a word in one function and a boolean in another.
			.filter(
				(one) =>
					one.name in given && (one.type !== 'boolean' || ['p_anyway', 'p_accept', 'p_blocked'].includes(one.name)),
			)
			.map((one) => `${one.name} => ${given[one.name] === 'null' ? 'null' : `'${given[one.name]}'`}::${one.type}`)
		return `select jsonb_agg(to_jsonb(answer)) from public.${name}(${list.join(', ')}) answer`
	})
}

test('these functions take dates', () => {
	const named = takers.filter(({ args }) => args.some(({ type }) => DATES.includes(type))).map(({ name }) => name)
	expect(named).toEqual([
		...[
			'answer_proposal',
			'available_days',
			'available_starts',
			'begin_disruption',
			'block_time',
			'change_appointment',
			'change_back',
			'change_block',
			'change_customer_words',
			'change_event',
			'change_following',
			'change_following_events',
			'change_shift',
			// Three signatures: with and without the drawn range and the question about unusual times.
			'create_appointment',
			'create_appointment',
			'create_appointment',
			'create_event',
			// Both signatures, with and without the drawn range.
			'create_series',
			'create_series',
			'demand_by_hour',
			'explain_start',
			'export_customers',
			'find_events',
		],
		...[
			'hold_appointment',
			'list_appointments',
			'list_customers',
			'list_event_page',
			'list_events',
			'list_messages',
			'list_payments',
			'list_priced_starts',
			'list_starts',
			'move_following',
			'next_starts',
			'next_starts_by_hand',
			'propose_move',
			'report_figures',
			'report_rows',
			// Three signatures: with and without the notice for the customer and the question about unusual times.
			'reschedule_appointment',
			'reschedule_appointment',
			'reschedule_appointment',
			'roster',
			'save_health',
			'search_facets',
			'search_locations',
		],
		...['take_events_back', 'upcoming_events', 'update_package', 'use_of_people', 'visits_by_day'],
	])
})

describe.each(['anon', 'manager', 'service_role'] as const)('for %s', (who) => {
	test.each(['one service', 'two services'])(
		'no function breaks at the limits of dates and numbers, %s',
		async (services) => {
			const { cut, colour } = salon.ids
			usual.p_services = services === 'one service' ? `{${cut}}` : `{${cut},${colour}}`
			const caller = who === 'manager' ? salon.user.manager : who
			const rows = await salon.run(caller, 'select call, probe.fault(call) from unnest($1::text[]) call', [
				takers.flatMap(calls),
			])
			const broken = rows.filter(
				({ fault }) => fault && !/^(P0001 [a-z_]+$|42501 permission denied for function)/.test(String(fault)),
			)
			expect(broken.map(({ call, fault }) => `${fault}: ${call}`)).toEqual([])
		},
	)
})

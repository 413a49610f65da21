import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, hashOf, openSalon, type Salon } from '../booking/salon.ts'
import { addProbe, type OpenFunction, openFunctions, USUAL_OF } from './probe.ts'

// Texts, lists and objects that no page sends but anybody could. Each function must refuse them with one of the product's errors, or find
// nothing. PostgreSQL's own error would show that a text has become part of a statement, or that nobody checked it.
const TEXTS = [
	...[
		'',
		' ',
		"'",
		"''); select 1/0; --",
		'$list$',
		'$$',
		'%1$s',
		'%L %I %s',
		'%%%%',
		'\\',
		'\\\\%_',
		"E'\\x27",
		'"',
		'`',
		'{',
		'[]',
		'null',
	],
	...[
		'--',
		'/*',
		'\r\nBcc: a@example.org',
		'\u0001\u001b',
		'\u202egro.elpmaxe',
		'\u200b',
		'\ufeff',
		'İıſß',
		'👩‍👩‍👧'.repeat(40),
		'ä'.repeat(3000),
	],
	...[
		'=1+1',
		'(((((((((',
		'+++---000',
		'0049',
		'\\1\\0',
		'.*(a+)+$',
		'a b c d e f g h i',
		'infinity',
		'2026-02-30',
		'1e999',
	],
]
const LISTS = [
	'{}',
	'{NULL}',
	'{{a,b},{c,d}}',
	'[5:5]={a}',
	`{${'x,'.repeat(5000)}x}`,
	`{${'y'.repeat(100_000)}}`,
	'{"\'","%s"}',
]
const IDS = [
	...['{}', '{NULL}', `{{${randomUUID()}},{${randomUUID()}}}`, `[7:7]={${randomUUID()}}`],
	`{${Array.from({ length: 5000 }, () => randomUUID()).join()}}`,
]
const OBJECTS = [
	...[
		'null',
		'[]',
		'{}',
		'"x"',
		'1',
		'[[[[[[]]]]]]',
		'{"name": null}',
		'{"name": 1, "email": [], "phone": {}}',
		'{"name": {"a": 1}}',
	],
	...[
		`"${'x'.repeat(50_000)}"`,
		`${'['.repeat(500)}${']'.repeat(500)}`,
		'[null]',
		'[{"id": "x"}]',
		'{"customer_id": "x", "name": "y"}',
	],
	...['{"name": "\\u202e", "email": "a@b\\r\\nc"}', '[{"day": 9, "starts_at": "x"}]', '1e400'],
]
const HOSTILE: Record<string, string[]> = {
	text: TEXTS,
	'character varying': TEXTS,
	'text[]': LISTS,
	'character varying[]': LISTS,
	'uuid[]': IDS,
	jsonb: OBJECTS,
	uuid: [randomUUID(), '00000000-0000-0000-0000-000000000000'],
	smallint: ['32767', '-32768', '0'],
	bytea: ['', '\\xff'],
}
/** Errors of a table's check or of a value's type, which pages translate or never cause. */
const BY_THE_TABLE =
	/^(23514 .*(create|register)_company p_name|2350?[0-9]+ .*save_view p_list|2[23][0-9A-Z]{3} .*(replace_(working|location)_hours p_(rows|was)|choose_hours p_was))/s
const IN_OUR_WORDS = /^(P0001 [a-z_]+|42501 permission denied for function [a-z_]+):/

let salon: Salon
let functions: OpenFunction[]
let usual: Record<string, string>
beforeAll(async () => {
	salon = await openSalon()
	const { id } = await salon.book({ starts_at: at(3, '10:00') })
	const { company, location, cut, anna } = salon.ids
	const times = { starts_at: at(4, '10:00'), ends_at: at(4, '11:00') }
	const block = await salon.call(salon.user.manager, 'block_time', { location, employee: anna, ...times })
	const disruption = await salon.call(salon.user.manager, 'begin_disruption', {
		...{ location, employee: anna, starts_at: at(3, '00:00'), ends_at: at(4, '00:00') },
	})
	const imported = await salon.call<string>(salon.user.manager, 'begin_import', {
		company,
		file: 'a.csv',
		head: ['Name'],
	})
	usual = {
		...{ p_import: imported, p_from_row: '1', p_mapping: '{"name": 0}', p_file: 'a.csv', p_head: '{Name}' },
		p_disruption: disruption.id,
		p_state: 'kept',
		...{
			p_company: company,
			p_location: location,
			p_services: `{${cut}}`,
			p_employee: anna,
			p_appointment: id,
			p_target: location,
			p_block: block.id,
		},
		...{
			p_starts_at: at(5, '10:00'),
			p_first: at(3, '10:00').slice(0, 10),
			p_last: at(4, '10:00').slice(0, 10),
			p_service: cut,
		},
		...{
			p_ends_at: at(5, '11:00'),
			p_secret_hash: hashOf('x'),
			p_contact: '{"name": "Mia", "email": "mia@example.org"}',
		},
		...{
			p_seats: '2',
			p_list: 'appointments',
			p_name: 'Heute',
			p_query: '',
			p_text: 'Mia',
			p_email: 'neu@example.org',
			p_role: 'staff',
			p_rows: '[]',
			p_own: 'true',
		},
	}
	functions = await openFunctions(salon)
	await addProbe(salon)
})
afterAll(() => salon.close())

const quoted = (value: string): string =>
	value === 'null' ? "'null'" : ` E'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A call with each hostile value and with null, with the other arguments usual or left out. */
function calls({ name, args }: OpenFunction): { call: string; title: string }[] {
	const known: Record<string, string> = { ...usual, ...USUAL_OF[name] }
	return args.flatMap((one) =>
		[undefined, ...(HOSTILE[one.type] ?? [])].map((value) => {
			const list = args.flatMap(({ name, type, needed }) => {
				const given = name === one.name ? value : known[name]
				if (name !== one.name && given === undefined && !needed) return []
				return `${name} => ${given === undefined ? 'null' : quoted(given)}::${type}`
			})
			return {
				title: `${name} ${one.name} ${value?.slice(0, 60)}`,
				call: `select jsonb_agg(to_jsonb(answer)) from public.${name}(${list.join(', ')}) answer`,
			}
		}),
	)
}

test.each(['anon', 'stranger', 'staff', 'manager'] as const)(
	'no text, list or object breaks a function, for %s',
	async (who) => {
		const caller = who === 'anon' ? who : salon.user[who]
		const all = functions.flatMap(calls)
		const rows = await salon.run(caller, 'select probe.fault(call) as fault from unnest($1::text[]) call', [
			all.map(({ call }) => call),
		])
		const broken = rows.flatMap(({ fault }, index) => (fault ? [`${fault}: ${all[index]?.title}`] : []))
		expect(broken.filter((said) => !IN_OUR_WORDS.test(said) && !BY_THE_TABLE.test(said))).toEqual([])
	},
)

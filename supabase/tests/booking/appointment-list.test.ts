import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { appointmentListContract } from '#app/features/appointments/list.contracts.ts'
import { createRandom } from '#supabase/seeds/demo/random.ts'
import { type Caller, codeOf, openSalon, type Salon } from './salon.ts'

// More than are put in order at once, so that a page is read both ways.
const APPOINTMENTS = 1_500
const COUNTED = { narrow: 500, otherwise: 10_000 }
const SORTS = ['time', '-time', 'name', '-name', 'created', '-created', 'price', '-price'] as const
const TEXTS = [
	'anna',
	'SCHULZ',
	'schulz an',
	'Yilmaz',
	'yı',
	'an',
	'a',
	'lena',
	'kundin1',
	'@post',
	'0171 39',
	'+49 171',
]
const MORE_TEXTS = ['39200', 'nobody', '%', '_', "'; --", ' ', '', 'o’neill 100%', 'abcdef012345', '3920091']
const random = createRandom('list of appointments')

type List = z.output<typeof appointmentListContract>
type Wish = Partial<Record<'text' | 'state' | 'employee' | 'from' | 'to' | 'sort', string>> & {
	page?: number
	limit?: number
}
type Known = Record<'id' | 'state' | 'words', string> &
	Record<'at' | 'created' | 'price', number> & { people: string[] }

let salon: Salon
let reception: string
let bens: string
let newcomer: string
beforeAll(async () => {
	salon = await openSalon()
	const { sql, ids } = salon
	reception = await salon.addMember('reception')
	newcomer = await salon.addMember('staff')
	bens = await salon.addMember('staff')
	await sql`update public.employees set user_id = ${bens} where id = ${ids.ben}`
	await insertAppointments()
	await sql`analyze public.appointments, public.appointment_lines, internal.appointment_words`
})
afterAll(() => salon.close())

const list = async (who: Caller, wish: Wish = {}): Promise<List> =>
	appointmentListContract.parse(await salon.call(who, 'list_appointments', { location: salon.ids.location, ...wish }))

describe('the list of appointments', () => {
	test.each(['owner', 'manager', 'reception', 'staff', 'bens', 'newcomer'] as const)(
		'answers %s what a plain query of the visible rows answers',
		async (name) => {
			const who = { ...salon.user, reception, bens, newcomer }[name]
			const visible = await visibleTo(who)
			const all = ['owner', 'manager', 'reception'].includes(name)
			expect(visible.length > COUNTED.narrow).toBe(name !== 'newcomer')
			for (let turn = 0; turn < 120; turn++) {
				const wish = randomWish()
				const found = await list(who, wish)
				const [page, limit] = [wish.page ?? 1, wish.limit ?? 50]
				const matching = matches(visible, wish)
				const narrow = !all || wish.employee || wish.text?.trim()
				const counted = Math.max(page * limit, narrow ? COUNTED.narrow : COUNTED.otherwise)
				expect({ wish, total: found.total, more: found.more, ids: found.rows.map(({ id }) => id) }).toEqual({
					...{ wish, total: Math.min(matching.length, counted), more: matching.length > counted },
					ids: matching.slice((page - 1) * limit, page * limit).map(({ id }) => id),
				})
			}
		},
	)

	test('shows the rows that the policies show, as its contract says', async () => {
		const { staff } = salon.user
		const answer = await salon.call(staff, 'list_appointments', { location: salon.ids.location, text: 'kundin1' })
		appointmentListContract.strict().parse(answer)
		const { rows } = answer as unknown as { rows: { id: string; lines: object[] }[] }
		expect(rows).toHaveLength(50)
		for (const { lines, ...row } of rows.slice(0, 5)) {
			const columns = Object.keys(row).join(', ')
			const [plain] = await salon.run(
				staff,
				`select to_jsonb(visit) as row from (select ${columns} from appointments where id = $1) visit`,
				[row.id],
			)
			expect(row).toEqual(plain?.row)
			const ofLine = Object.keys(lines[0] ?? {}).join(', ')
			const known = await salon.run(
				staff,
				`select to_jsonb(line) as line from (select ${ofLine} from appointment_lines where appointment_id = $1 order by position) line`,
				[row.id],
			)
			expect(lines).toEqual(known.map(({ line }) => line as object))
		}
	})

	test('finds a booking by its whole number, however it is typed, and only here', async () => {
		const [one] = await salon.sql<{ id: string; number: string }[]>`
			select id, internal.booking_number(id) as number from public.appointments
			where location_id = ${salon.ids.location} and state = 'confirmed' order by id limit 1`
		const number = String(one?.number)
		for (const text of [number, number.toLowerCase(), number.replaceAll('-', ''), ` ${number.replaceAll('-', ' ')} `]) {
			const { total, rows } = await list(salon.user.manager, { text })
			expect([total, rows[0]?.id]).toEqual([1, one?.id])
		}
		expect((await list(salon.user.manager, { text: number.slice(0, 9) })).total).toBe(0)
		const location = salon.ids.foreignLocation
		expect(await salon.call(salon.user.foreigner, 'list_appointments', { location, text: number })).toMatchObject({
			total: 0,
		})
	})

	test('follows what changes in an appointment, and its words go with it', async () => {
		const { sql, ids } = salon
		const [one] = await sql<{ id: string }[]>`select id from public.appointments where state = 'confirmed' limit 1`
		const id = String(one?.id)
		const found = async (text: string) => (await list(salon.user.manager, { text })).rows.map((row) => row.id)
		await sql`update public.appointments set contact_name = 'Wilhelmine Zweig', contact_phone = '+4989123', starts_at = starts_at - interval '1 minute' where id = ${id}`
		for (const text of ['zweig', '089 123']) expect(await found(text)).toEqual([id])
		await sql`update public.appointments set for_name = 'Xaver' where id = ${id}`
		expect(await found('xaver wilh')).toEqual([id])
		const differing = () => sql`select words.appointment_id from internal.appointment_words words
			full join public.appointments visit on visit.id = words.appointment_id
			where (words.location_id, words.starts_at, words.words) is distinct from (visit.location_id, visit.starts_at, internal.words_of_appointment(visit))`
		expect(await differing()).toEqual([])
		await sql`delete from public.appointments where id = ${id}`
		expect(await found('xaver wilh')).toEqual([])
		expect(await differing()).toEqual([])
		expect((await list(salon.user.manager, { employee: ids.zoe })).total).toBe(0)
	})

	test('finds appointments from before there were words, until and after the job has filled them', async () => {
		const { sql, user } = salon
		const known = await Promise.all(TEXTS.map((text) => list(user.manager, { text, sort: 'name' })))
		await sql`insert into internal.words_to_fill values ('00000000-0000-0000-0000-000000000000')`
		await sql`delete from internal.appointment_words`
		expect(await Promise.all(TEXTS.map((text) => list(user.manager, { text, sort: 'name' })))).toEqual(known)
		const fill = () => salon.call<number>('service_role', 'fill_appointment_words', { limit: 1_000 })
		const [all] = await sql`select count(*)::integer as n from public.appointments`
		expect(await fill()).toBe(1_000)
		expect(await fill()).toBe(Number(all?.n) - 1_000)
		expect([await fill(), await fill()]).toEqual([0, 0])
		expect(await sql`select from internal.words_to_fill`).toEqual([])
		expect(await Promise.all(TEXTS.map((text) => list(user.manager, { text, sort: 'name' })))).toEqual(known)
		await expect(salon.call(user.owner, 'fill_appointment_words')).rejects.toThrow('permission denied')
	})

	test('counts to ten thousand, and further only as far as it is read', async () => {
		const { sql, ids, user } = salon
		await sql`insert into public.appointments (company_id, location_id, state, starts_at, ends_at, contact_name, total_cents)
			select ${ids.other}, ${ids.foreignLocation}, 'confirmed', at, at + interval '1 hour', 'Mia', 1000
			from generate_series(1, 10050) n cross join lateral (select now() + n * interval '1 hour' as at) every`
		const at = async (page: number) => {
			const wish = { location: ids.foreignLocation, limit: 100, page }
			const { total, more, rows } = appointmentListContract.parse(
				await salon.call(user.foreigner, 'list_appointments', wish),
			)
			return [total, more, rows.length]
		}
		expect(await at(1)).toEqual([10_000, true, 100])
		expect(await at(100)).toEqual([10_000, true, 100])
		expect(await at(101)).toEqual([10_050, false, 50])
		expect(await at(200)).toEqual([10_050, false, 0])
	})

	test.each([{ sort: 'starts_at' }, { sort: null }, { sort: '--time' }, { page: 0 }, { page: null }, { limit: 1001 }])(
		'refuses %j',
		async (wish) => expect(await codeOf(list(salon.user.manager, wish as Wish))).toBe('list_wish'),
	)

	test('is for members of the location', async () => {
		for (const who of ['stranger', 'customer', 'foreigner'] as const)
			expect(await codeOf(list(salon.user[who]))).toBe('location_not_found')
		for (const who of ['anon', 'service_role']) await expect(list(who)).rejects.toThrow('permission denied')
	})
})

/** What the policies show of the location, with what was given and who serves. */
async function visibleTo(who: Caller): Promise<Known[]> {
	const rows = await salon.run(
		who,
		`select id, state::text, extract(epoch from starts_at)::float as at, extract(epoch from created_at)::float as created, total_cents as price,
			internal.customer_words(contact_name || ' ' || for_name, contact_email, contact_phone) as words,
			array(select employee_id::text from public.appointment_lines where appointment_id = visit.id) as people
		from public.appointments visit where location_id = $1`,
		[salon.ids.location],
	)
	return rows as unknown as Known[]
}

function matches(rows: Known[], { text = '', state, employee, from, to, sort = '-time' }: Wish): Known[] {
	const key = {
		...{ time: ({ at }: Known) => at, created: ({ created }: Known) => created, price: ({ price }: Known) => price },
		name: ({ words }: Known) => words.slice(0, 40),
	}[sort.replace('-', '') as 'time']
	const order = (one: string | number, other: string | number) => (one < other ? -1 : Number(one > other))
	const sorted = rows
		.filter((row) => (state ? row.state === state : row.state !== 'expired'))
		.filter((row) => !employee || row.people.includes(employee))
		.filter(({ at }) => (!from || at >= Date.parse(from) / 1000) && (!to || at < Date.parse(to) / 1000))
		.filter(({ words }) => isFound(words, text.trim()))
		.toSorted((one, other) => order(key(one), key(other)) || order(one.id, other.id))
	return sort.startsWith('-') ? sorted.toReversed() : sorted
}

/** Whether each word of a text is there; one of a few letters begins a word, a single letter the name. */
function isFound(words: string, text: string): boolean {
	if (text === '') return true
	const folded = text.toLowerCase().replaceAll('ı', 'i').replaceAll('’', "'")
	if (folded.length === 1) return words.startsWith(` ${folded}`)
	const digits = /^[+0-9 ]*$/.test(folded) ? folded.replaceAll(' ', '').replace('+49', '0') : ''
	return (digits ? [digits] : folded.split(/\s+/)).every((word) => words.includes(word.length < 3 ? ` ${word}` : word))
}

function randomWish(): Wish {
	const { ids } = salon
	const day = () => new Date(Date.now() + random.between(-500, 500) * 86_400_000).toISOString()
	const sometimes = <T>(chance: number, value: () => T) => (random.chance(chance) ? value() : undefined)
	const wish: Wish = {
		text: sometimes(0.5, () => random.pick([...TEXTS, ...MORE_TEXTS])),
		state: sometimes(0.3, () =>
			random.pick(['confirmed', 'completed', 'no_show', 'cancelled', 'requested', 'expired']),
		),
		employee: sometimes(0.4, () => random.pick([ids.anna, ids.ben, ids.zoe])),
		...{ from: sometimes(0.3, day), to: sometimes(0.3, day) },
		...{ sort: random.pick(SORTS), page: sometimes(0.5, () => random.between(1, 20)) },
		limit: sometimes(0.5, () => random.pick([1, 7, 100, 1000])),
	}
	return Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined))
}

/** Appointments of the location with one line or two, many at the same time or price; some booked by a member of the staff. */
async function insertAppointments(): Promise<void> {
	const { sql, ids } = salon
	const rows = Array.from({ length: APPOINTMENTS }, (_, n) => {
		const people = random.pick([[ids.anna], [ids.anna], [ids.ben], [ids.ben], [ids.anna, ids.ben], [ids.ben, ids.anna]])
		return {
			...{ id: random.uuid(), people, own: random.chance(0.02) },
			state: random.weighted(['confirmed', 'completed', 'no_show', 'cancelled', 'requested', 'expired'], (state) =>
				['confirmed', 'completed'].includes(state) ? 10 : 1,
			),
			...{ hours: random.between(-6000, 6000), made: random.between(1, 300), price: random.between(1, 12) * 500 },
			name: `${random.pick(['Anna', 'Änne', 'Zoë', 'O’Neill 100%', 'Björn'])} ${random.pick(['Schulz', 'Yılmaz', 'anders'])}`,
			for_name: random.chance(0.1) ? 'Lena' : '',
			email: random.chance(0.8) ? `Kundin${n}@post.example` : '',
			phone: random.chance(0.8) ? `+4917139200${random.between(10, 99)}` : '',
		}
	})
	await sql`insert into public.appointments (id, company_id, location_id, state, starts_at, ends_at, created_at, contact_name, for_name,
			contact_email, contact_phone, total_cents, user_id)
		select id, ${ids.company}, ${ids.location}, state::public.appointment_state, at, at + interval '1 hour', now() - made * interval '1 day', name,
			for_name, email, phone, price, case when own then ${bens}::uuid end
		from jsonb_to_recordset(${sql.json(rows)}::jsonb) one (id uuid, own boolean, state text, hours integer, made integer, price integer, name text,
			for_name text, email text, phone text)
		cross join lateral (select date_trunc('hour', now()) + hours * interval '1 hour' as at) begun`
	await sql`insert into public.appointment_lines (appointment_id, position, service_id, employee_id, service_name, starts_at, ends_at, price_cents)
		select visit.id, served.turn, ${ids.cut}, served.person, 'Schnitt', visit.starts_at + (served.turn - 1) * interval '30 minutes',
			visit.starts_at + served.turn * interval '30 minutes', 500
		from jsonb_to_recordset(${sql.json(rows)}::jsonb) one (id uuid, people uuid[]) join public.appointments visit using (id)
		cross join lateral unnest(one.people) with ordinality served (person, turn)`
}

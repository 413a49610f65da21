import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdSeats, makeCourse } from './course.ts'
import { at, openSalon, type Salon } from './salon.ts'

// Group events across businesses (50_booking/88_found_events).

let salon: Salon
let [soon, later] = ['', '']
beforeAll(async () => {
	salon = await openSalon()
	later = (await makeCourse(salon, 9, { title: '' })).id
	soon = (await makeCourse(salon, 4)).id
	const gone = await makeCourse(salon, 5)
	await salon.sql`update public.events set cancelled_at = now() where id = ${gone.id}`
})
afterAll(() => salon.close())

type Found = { id: string; title: string; free_seats: number; price_cents: number }
const find = async (args: Record<string, unknown> = {}, who = 'anon') => {
	const list = Object.keys(args).map((key, index) => `p_${key} => $${index + 1}`)
	const rows = await salon.run(who, `select * from public.find_events(${list.join(', ')})`, Object.values(args))
	return rows as unknown as Found[]
}
const idsOf = async (args: Record<string, unknown>) => (await find(args)).map(({ id }) => id)
const day = (days: number): string => at(days, '12:00').slice(0, 10)

test('they come by time, with price and free seats, without those that are cancelled', async () => {
	await holdSeats(salon, soon, 2)
	const [first, second, ...rest] = await find()
	expect(first).toMatchObject({ id: soon, title: 'Flechtkurs', free_seats: 1, price_cents: 2500 })
	expect(second).toMatchObject({ id: later, title: 'Schnitt', free_seats: 3 })
	expect(rest).toEqual([])
})

test('by city, category or the one above it, and day', async () => {
	await salon.sql`update public.locations set city_id = 1 where id = ${salon.ids.location}`
	const [kind] =
		await salon.sql`select category.slug, coalesce(parent.slug, category.slug) as parent from public.services service
		join public.categories category on category.id = service.category_id left join public.categories parent on parent.id = category.parent_id
		where service.id = ${salon.ids.cut}`
	const both = [soon, later]
	expect(await idsOf({ city_id: 1, category: kind?.slug })).toEqual(both)
	expect(await idsOf({ category: kind?.parent })).toEqual(both)
	expect(await idsOf({ category: 'gibt-es-nicht' })).toEqual([])
	expect(await idsOf({ city_id: 9999 })).toEqual([])
	expect(await idsOf({ from: day(4), to: day(4) })).toEqual([soon])
	expect(await idsOf({ from: day(5) })).toEqual([later])
	expect(await idsOf({ limit: 1 })).toEqual([soon])
})

test('only of published places of active companies, whoever asks', async () => {
	await salon.sql`update public.locations set state = 'paused' where id = ${salon.ids.location}`
	expect(await find()).toEqual([])
	expect(await find({}, salon.user.owner)).toEqual([])
	await salon.sql`update public.locations set state = 'published' where id = ${salon.ids.location}`
	expect(await find()).toHaveLength(2)
})

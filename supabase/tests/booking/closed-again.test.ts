import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf, openSalon, type Salon } from './salon.ts'

// The same absence or closure once more, after somebody has opened the time or moved what closed it.
let salon: Salon
let room: string
beforeAll(async () => {
	salon = await openSalon()
	const [row] = await salon.sql`insert into public.resources (location_id, kind, name)
		values (${salon.ids.location}, 'Raum', 'Meer') returning id`
	room = row?.id as string
})
afterAll(() => salon.close())

const begin = (subject: object) =>
	salon.call<{ id: string }>(salon.user.manager, 'begin_disruption', {
		...{ location: salon.ids.location, starts_at: at(5, '00:00'), ends_at: at(6, '00:00'), ...subject },
	})

test('an absence that was deleted closes the day again, on the same board', async () => {
	const { anna, cut } = salon.ids
	const booked = () => codeOf(salon.hold({ services: [cut], employee: anna, starts_at: at(5, '10:00') }))
	const { id } = await begin({ employee: anna })
	expect(await booked()).toBe('not_bookable')
	await salon.sql`delete from public.exceptions`
	expect((await begin({ employee: anna })).id).toBe(id)
	expect(await booked()).toBe('not_bookable')
	await salon.sql`update public.exceptions set starts_at = starts_at + interval '12 hours'`
	await begin({ employee: anna })
	expect(await booked()).toBe('not_bookable')
	await begin({ employee: anna })
	expect(await salon.sql`select from public.exceptions`).toHaveLength(2)
})

test('a room whose closure was moved or taken away is closed again', async () => {
	const taken = async () => {
		const [row] =
			await salon.sql`select sum((select sum(upper(piece) - lower(piece)) from unnest(minutes) piece))::integer as minutes
			from public.occupancies where subject = ${room}`
		return row?.minutes as number | null
	}
	const { id } = await begin({ resource: room })
	expect(await taken()).toBe(1440)
	await salon.sql`delete from public.blocks`
	expect(await taken()).toBeNull()
	expect((await begin({ resource: room })).id).toBe(id)
	expect(await taken()).toBe(1440)
	expect(await salon.sql`select block_id is not null as closed from public.disruptions where id = ${id}`).toEqual([
		{ closed: true },
	])
	expect(await salon.overlaps()).toBe(0)
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { at, codeOf, CONTACT, openSalon, type Salon } from './salon.ts'

// Day prices (30_setup/18_day_prices): what a visit costs follows from when it begins, by the clock of the location, and stays with the booking.

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())
beforeEach(async () => {
	await salon.sql`delete from public.day_prices`
	await salon.sql`delete from internal.former_prices`
})

type Price = Partial<Record<'percent' | 'starts' | 'ends' | 'first_day' | 'last_day' | 'service' | 'made', unknown>> & {
	weekdays?: number[]
}
const day = (instant: string): string => instant.slice(0, 10)
const weekday = (instant: string): number =>
	Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Berlin').dayOfWeek
const add = async ({ weekdays = [1, 2, 3, 4, 5, 6, 7], ...price }: Price = {}) => {
	const [row] = await salon.sql<{ id: string }[]>`insert into public.day_prices
		(service_id, location_id, percent, weekdays, starts, ends, first_day, last_day, created_at)
		values (${(price.service ?? salon.ids.cut) as string}, ${salon.ids.location}, ${(price.percent ?? -20) as number},
			${weekdays}, ${(price.starts ?? '00:00') as string}, ${(price.ends ?? '24:00') as string},
			${(price.first_day ?? day(at(0, '12:00'))) as string}, ${(price.last_day ?? null) as string | null},
			${(price.made ?? at(0, '00:00')) as string}) returning id`
	return row?.id ?? ''
}
type Line = { price_cents: number; struck_cents?: number | null }
const held = async (changes: Record<string, unknown>, now?: string) => {
	const { visit, secret } = await salon.hold(changes, now)
	await salon.call('anon', 'release_hold', { appointment: visit.id, secret })
	const [line] = visit.lines as unknown as Line[]
	return { cents: line?.price_cents, struck: line?.struck_cents ?? null, total: visit.total_cents }
}

describe('the price of a time', () => {
	test('is that of its weekday and hour, from the first minute of the band to the one before its end', async () => {
		await add({ weekdays: [weekday(at(3, '12:00'))], starts: '10:00', ends: '12:00' })
		const cents = async (days: number, time: string) => (await held({ starts_at: at(days, time) })).cents
		expect(await cents(3, '09:45')).toBe(4500)
		expect(await cents(3, '10:00')).toBe(3600)
		expect(await cents(3, '11:45')).toBe(3600)
		expect(await cents(3, '12:00')).toBe(4500)
		expect(await cents(4, '10:00')).toBe(4500)
	})

	test('is counted within its dates only; of several day prices the lowest counts, and they may ask for more', async () => {
		const date = day(at(5, '12:00'))
		await add({ percent: 20, first_day: date, last_day: date })
		const cents = async (days: number) => (await held({ starts_at: at(days, '10:00') })).cents
		expect([await cents(4), await cents(5), await cents(6)]).toEqual([4500, 5400, 4500])
		await add({ percent: -50, first_day: date, last_day: date })
		await add({ percent: -10, first_day: date, last_day: date })
		expect([await cents(4), await cents(5)]).toEqual([4500, 2250].map((cents) => Math.round(cents / 10) * 10))
	})

	test('applies to people with prices of their own, with and without a wish for a person', async () => {
		await salon.sql`update public.employee_services set price_cents = 4000 where service_id = ${salon.ids.cut} and employee_id = ${salon.ids.anna}`
		await add()
		expect((await held({ starts_at: at(3, '10:00') })).cents).toBe(3200)
		expect((await held({ starts_at: at(3, '10:00'), employee: salon.ids.ben })).cents).toBe(3600)
		expect((await held({ starts_at: at(3, '10:00'), employee: null })).cents).toBe(3200)
		await salon.sql`update public.employee_services set price_cents = null where service_id = ${salon.ids.cut}`
	})

	test('is asked of each service when it begins itself', async () => {
		await add({ service: salon.ids.massage, starts: '10:30' })
		const { visit } = await salon.hold({ services: [salon.ids.cut, salon.ids.massage], starts_at: at(3, '10:00') })
		expect(visit.lines.map((line) => line.price_cents)).toEqual([4500, 4800])
		expect(visit.total_cents).toBe(9300)
		const first = await salon.hold({ services: [salon.ids.massage, salon.ids.cut], starts_at: at(4, '10:00') })
		expect(first.visit.total_cents).toBe(10_500)
	})

	test.each([
		['2027-03-28', '2027-03-27', '2027-03-20T12:00:00+01:00'],
		['2027-10-31', '2027-10-30', '2027-10-20T12:00:00+02:00'],
	])('goes by the wall clock around the change of clocks on %s', async (sunday, saturday, now) => {
		await add({ weekdays: [7], starts: '08:00', ends: '09:00', first_day: '2026-01-01', made: '2026-01-01T00:00:00Z' })
		const cents = async (date: string, time: string) => {
			const start = Temporal.PlainDateTime.from(`${date}T${time}`)
				.toZonedDateTime('Europe/Berlin')
				.toInstant()
				.toString()
			return (await held({ starts_at: start }, now)).cents
		}
		expect([await cents(sunday, '08:00'), await cents(sunday, '08:45'), await cents(sunday, '09:00')]).toEqual([
			3600, 3600, 4500,
		])
		expect(await cents(saturday, '08:00')).toBe(4500)
	})
})

describe('what is agreed', () => {
	test('stays with the hold and the booking, whatever the business changes, and when it moves', async () => {
		const id = await add()
		const hold = await salon.hold({ starts_at: at(8, '10:00') })
		await salon.sql`delete from public.day_prices where id = ${id}`
		const args = { appointment: hold.visit.id, secret: hold.secret, contact: CONTACT, early_start: salon.agreed }
		const visit = await salon.call('anon', 'confirm_appointment', args)
		expect(visit).toMatchObject({ total_cents: 3600, lines: [{ price_cents: 3600, struck_cents: 4500 }] })
		const moved = await salon.call('anon', 'reschedule_appointment', {
			...{ appointment: visit.id, secret: hold.secret, starts_at: at(9, '10:00') },
		})
		expect(moved).toMatchObject({ total_cents: 3600, lines: [{ price_cents: 3600, struck_cents: 4500 }] })
	})

	test('stays when a lapsed hold is taken again', async () => {
		await add()
		const hold = await salon.hold({ starts_at: at(10, '10:00') })
		await salon.lapse(hold.visit.id)
		await salon.sql`delete from public.day_prices`
		await salon.sql`update public.holds set ended_at = now() where id = ${hold.visit.id}`
		await salon.sql`delete from public.occupancies where source = ${hold.visit.id}`
		const args = { appointment: hold.visit.id, secret: hold.secret, contact: CONTACT, early_start: salon.agreed }
		expect(await salon.call('anon', 'confirm_appointment', args)).toMatchObject({
			lines: [{ price_cents: 3600, struck_cents: 4500 }],
		})
	})

	test('by hand is the same price; one that a member types replaces it and strikes nothing', async () => {
		await add()
		const { location, cut, anna } = salon.ids
		const visit = await salon.call(salon.user.manager, 'create_appointment', {
			...{ location, services: [cut], starts_at: at(11, '10:00'), employee: anna, contact: CONTACT, anyway: false },
		})
		expect(visit).toMatchObject({ total_cents: 3600, lines: [{ struck_cents: 4500 }] })
		const change = async (services: string[], prices: (number | null)[], origins: (number | null)[]) => {
			// A whole second, since the driver cuts instants to milliseconds.
			await salon.sql`alter table public.appointments disable trigger touch`
			await salon.sql`update public.appointments set updated_at = '2026-01-01' where id = ${visit.id}`
			await salon.sql`alter table public.appointments enable trigger touch`
			return salon.call(salon.user.manager, 'change_appointment', {
				...{ appointment: visit.id, version: '2026-01-01T00:00:00Z', services, prices, origins },
				...{ employees: services.map(() => anna), minutes: services.map(() => null) },
			})
		}
		const two = await change([cut, cut], [null, null], [1, null])
		expect(two).toMatchObject({ total_cents: 7200, lines: [{ struck_cents: 4500 }, { struck_cents: 4500 }] })
		const typed = await change([cut, cut, salon.ids.massage], [3000, null, null], [1, 2, null])
		expect(typed.lines as unknown as Line[]).toMatchObject([
			{ price_cents: 3000, struck_cents: null },
			{ struck_cents: 4500 },
			{ price_cents: 6000 },
		])
	})
})

describe('the struck price', () => {
	const struck = async (now?: string) => (await held({ starts_at: at(40, '10:00') }, now)).struck

	test('is the lowest of the 30 days before the day price, by every way in which the price was lower', async () => {
		await add()
		expect(await struck()).toBe(4500)
		await salon.sql`update public.services set price_cents = 4200 where id = ${salon.ids.cut}`
		await salon.sql`update public.services set price_cents = 4500 where id = ${salon.ids.cut}`
		expect(await struck()).toBe(4200)
		await salon.sql`update internal.former_prices set until = now() - interval '29 days'`
		expect(await struck()).toBe(4200)
		await salon.sql`update internal.former_prices set until = now() - interval '31 days'`
		expect(await struck()).toBe(4500)
		await salon.sql`update public.employee_services set price_cents = 4000 where service_id = ${salon.ids.cut} and employee_id = ${salon.ids.anna}`
		await salon.sql`update public.employee_services set price_cents = null where service_id = ${salon.ids.cut} and employee_id = ${salon.ids.anna}`
		expect(await struck()).toBe(4000)
	})

	test('counts other day prices that were asked, also one that was removed', async () => {
		await add()
		const other = await add({ percent: -15, weekdays: [1], first_day: '2026-01-01', made: '2026-01-01T00:00:00Z' })
		expect(await struck()).toBe(3830)
		await salon.run(salon.user.manager, 'delete from public.day_prices where id = $1', [other])
		expect(await struck()).toBe(3830)
		await salon.sql`delete from internal.former_prices`
		await add({
			percent: -30,
			weekdays: [weekday(at(39, '12:00'))],
			first_day: '2026-01-01',
			made: '2026-01-01T00:00:00Z',
		})
		expect(await struck()).toBe(null)
	})

	test('is shown for the first 30 days of the day price only, and never for one that asks for more', async () => {
		await add({ first_day: day(at(0, '12:00')) })
		expect(await struck(at(29, '12:00'))).toBe(4500)
		expect(await struck(at(31, '12:00'))).toBe(null)
		await salon.sql`delete from public.day_prices`
		await add({ percent: 10 })
		expect(await held({ starts_at: at(20, '10:00') })).toEqual({ cents: 4950, struck: null, total: 4950 })
	})
})

describe('day prices', () => {
	const insert = (caller: string, percent = -20, service = salon.ids.cut) =>
		salon.run(
			caller,
			'insert into public.day_prices (service_id, location_id, percent, weekdays, first_day) values ($1, $2, $3, $4, $5)',
			[service, salon.ids.location, percent, [2], day(at(0, '12:00'))],
		)

	test('are made by managers and owners of the location; nonsense is refused', async () => {
		for (const caller of [salon.user.staff, salon.user.foreigner, salon.user.customer, 'anon'])
			await expect(insert(caller)).rejects.toThrow(/row-level security|permission denied/)
		await insert(salon.user.manager)
		await expect(insert(salon.user.manager, 0)).rejects.toThrow(/day_prices_percent/)
		await expect(insert(salon.user.manager, -95)).rejects.toThrow(/day_prices_percent/)
		await expect(insert(salon.user.manager, -5, salon.ids.foreignCut)).rejects.toThrow(/foreign key/)
		for (const weekdays of [[], [8]]) await expect(add({ weekdays })).rejects.toThrow(/day_prices_weekdays/)
		await expect(add({ starts: '12:00', ends: '10:00' })).rejects.toThrow(/day_prices_check/)
		expect(await salon.run(salon.user.foreigner, 'select from public.day_prices')).toHaveLength(0)
		await expect(salon.run('anon', 'select from public.day_prices')).rejects.toThrow(/permission denied/)
	})

	test('are known to their service and to the search, which leaves it to the slower plan', async () => {
		const known = async () =>
			(
				await salon.sql`select service.day_percent, kept.special from public.services service
				join internal.listing_services kept on kept.service_id = service.id where service.id = ${salon.ids.cut}`
			)[0]
		expect(await known()).toEqual({ day_percent: null, special: false })
		await add({ percent: -20 })
		const dearer = await add({ percent: 30 })
		expect(await known()).toEqual({ day_percent: 30, special: true })
		expect(await salon.sql`select * from internal.listing_differences(${salon.ids.location})`).toHaveLength(0)
		const [offers] =
			await salon.sql`select internal.offers_json(array[${salon.ids.cut}]::uuid[])::jsonb -> 0 ->> 'price_from' as more`
		expect(offers).toEqual({ more: 'true' })
		await salon.sql`delete from public.day_prices where id = ${dearer}`
		expect(await known()).toEqual({ day_percent: -20, special: true })
		await salon.sql`delete from public.day_prices`
		expect(await known()).toEqual({ day_percent: null, special: false })
	})

	test('are listed with what they cost, for whoever may see the location', async () => {
		await add({ weekdays: [2, 3], starts: '09:00', ends: '12:00' })
		await add({ last_day: day(at(-1, '12:00')), first_day: '2026-01-01' })
		const list = (caller: string) =>
			salon.call<Record<string, unknown>[]>(caller, 'listed_day_prices', { location: salon.ids.location })
		expect(await list('anon')).toMatchObject([
			{ weekdays: [2, 3], starts: '09:00', ends: '12:00', price_cents: 3600, dearer: false, struck_cents: 4500 },
		])
		await salon.sql`update public.locations set state = 'draft' where id = ${salon.ids.location}`
		expect([await list('anon'), await list(salon.user.foreigner)]).toEqual([[], []])
		expect(await list(salon.user.staff)).toHaveLength(1)
		await salon.sql`update public.locations set state = 'published' where id = ${salon.ids.location}`
	})

	test('are told with the free starts', async () => {
		await add({ starts: '10:00', ends: '11:00' })
		const { location, cut, massage } = salon.ids
		const starts = await salon.call<{ starts_at: string; total_cents: number }[]>('anon', 'list_priced_starts', {
			...{ location, services: [massage, cut], from: day(at(21, '12:00')), to: day(at(21, '12:00')) },
		})
		const cents = (time: string) =>
			starts.find((start) => Date.parse(start.starts_at) === Date.parse(at(21, time)))?.total_cents
		expect([cents('08:45'), cents('09:00'), cents('09:45'), cents('10:00')]).toEqual([10_500, 9600, 9600, 10_500])
		for (const { starts_at } of starts.slice(0, 3)) {
			const { total } = await held({ services: [massage, cut], employee: null, starts_at })
			expect(total).toBe(starts.find((start) => start.starts_at === starts_at)?.total_cents)
		}
		expect(await codeOf(salon.call('anon', 'list_priced_starts', { location, services: [] }))).toBe('no error')
	})
})

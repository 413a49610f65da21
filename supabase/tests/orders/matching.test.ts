import fc from 'fast-check'
import { patience, runs } from '#backend/testing/property-runs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, openSalon, type Salon } from '../booking/salon.ts'

// Who fits an order is read from the index; here it is counted out from the tables that people edit: each location, each service, each free
// start, and the distance on the sphere.
const { seed, numRuns } = runs(25)
const LOCATIONS = 12
const DAYS = 21

let salon: Salon
const places: { id: string; latitude: number; longitude: number }[] = []
beforeAll(async () => {
	salon = await openSalon()
	const { sql } = salon
	await sql`update public.companies set state = 'active'`
	for (const [made] of fc.sample(
		fc.tuple(
			fc.record({
				north: fc.integer({ min: -30, max: 30 }),
				east: fc.integer({ min: -30, max: 30 }),
				from: fc.integer({ min: 7, max: 15 }),
				lasts: fc.integer({ min: 1, max: 6 }),
				weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
				category: fc.constantFrom(1, 1, 2),
				blocked: fc.integer({ min: 0, max: 6 }),
				minutes: fc.constantFrom(30, 60, 90),
			}),
		),
		{ numRuns: LOCATIONS, seed },
	)) {
		const latitude = 52.5 + made.north / 100
		const longitude = 13.4 + made.east / 100
		const [place] =
			await sql`insert into public.locations (company_id, slug, name, state, latitude, longitude, city_id, notice_minutes)
			values (${salon.ids.company}, ${`ort-${places.length}`}, 'Ort', 'published', ${latitude}, ${longitude}, 1, ${made.minutes}) returning id`
		const [person] =
			await sql`insert into public.employees (location_id, name) values (${place?.id}, 'Uli') returning id`
		for (const [name, category] of [
			['Schnitt', made.category],
			['Praxis', 3 - made.category],
		] as const) {
			const [service] =
				await sql`insert into public.services (location_id, category_id, name, duration_minutes, price_cents)
				values (${place?.id}, ${category}, ${name}, ${made.minutes}, ${made.minutes * 100}) returning id`
			await sql`insert into public.employee_services (employee_id, service_id, location_id) values (${person?.id}, ${service?.id}, ${place?.id})`
		}
		for (const weekday of made.weekdays)
			await sql`insert into public.working_hours (employee_id, weekday, starts, ends)
				values (${person?.id}, ${weekday}, ${`${made.from}:00`}, ${`${made.from + made.lasts}:00`})`
		await sql`insert into public.exceptions (location_id, employee_id, kind, starts_at, ends_at)
			values (${place?.id}, ${person?.id}, 'closed', ${at(made.blocked, '00:00').slice(0, 10)}, ${at(made.blocked + 3, '00:00').slice(0, 10)})`
		places.push({ id: String(place?.id), latitude, longitude })
	}
})
afterAll(() => salon.close())

type Wish = { category: number; north: number; east: number; radius: number; windows: object[] }
const windows = fc.array(
	fc
		.record({
			first: fc.integer({ min: 0, max: DAYS }),
			lasts: fc.integer({ min: 0, max: 7 }),
			weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
			from: fc.integer({ min: 12, max: 40 }),
			minutes: fc.integer({ min: 1, max: 20 }),
		})
		.map(({ first, lasts, weekdays, from, minutes }) => ({
			...{ first: at(first + 1, '12:00').slice(0, 10), last: at(first + 1 + lasts, '12:00').slice(0, 10) },
			...{ weekdays, from: from * 30, to: Math.min(1440, (from + minutes) * 30) },
		})),
	{ minLength: 1, maxLength: 3 },
)
const wishes: fc.Arbitrary<Wish> = fc.record({
	category: fc.constantFrom(1, 2),
	north: fc.integer({ min: -20, max: 20 }),
	east: fc.integer({ min: -20, max: 20 }),
	radius: fc.constantFrom(2, 5, 10, 25, 50),
	windows,
})

test('instant matches and matches_order equal what is counted out', { timeout: patience(120_000) }, async () => {
	let some = 0
	await fc.assert(
		fc.asyncProperty(wishes, async (wish) => {
			const point = { latitude: 52.5 + wish.north / 100, longitude: 13.4 + wish.east / 100 }
			const expected: string[] = []
			for (const place of places)
				if (kilometres(place, point) <= wish.radius && (await hasStart(place.id, wish))) expected.push(place.id)
			some += expected.length
			const category = wish.category === 1 ? 'friseur' : 'praxis'
			const found: string[] = []
			const matched: string[] = []
			// Windows without a single day are refused.
			const days =
				await salon.sql`select from unnest(internal.order_days(${salon.sql.json(wish.windows as never)}, '{Europe/Berlin}', now()))`
			fc.pre(days.length > 0)
			await salon.sql.begin(async (sql) => {
				const [answer] =
					await sql`select public.instant_matches(${category}, ${point.latitude}, ${point.longitude}, ${wish.radius},
					${sql.json(wish.windows as never)}, null, 12) as answer`
				for (const match of (answer?.answer.matches ?? []) as { slug: string }[]) found.push(match.slug)
				const rows = await sql`select place.id from public.locations place where internal.matches_order(
					jsonb_populate_record(null::public.search_orders, ${sql.json({ category_id: wish.category, ...point, radius_km: wish.radius, windows: wish.windows } as never)}), place.id)
					and place.slug like 'ort-%'`
				matched.push(...rows.map(({ id }) => String(id)))
			})
			const slugs = await salon.sql`select slug from public.locations where id = any(${expected})`
			expect(matched.sort()).toEqual([...expected].sort())
			expect(found.filter((slug) => slug.startsWith('ort-')).sort()).toEqual(
				slugs.map(({ slug }) => String(slug)).sort(),
			)
		}),
		{ seed, numRuns },
	)
	expect(some).toBeGreaterThan(numRuns * 0.3)
})

test(
	'how many locations are looked at first changes nothing of what is found',
	{ timeout: patience(120_000) },
	async () => {
		let some = 0
		await fc.assert(
			fc.asyncProperty(wishes, fc.integer({ min: 1, max: 8 }), async (wish, wanted) => {
				const [point, json] = [[52.5 + wish.north / 100, 13.4 + wish.east / 100], salon.sql.json(wish.windows as never)]
				const found =
					await salon.sql`select step, (internal.nearest_free(internal.order_candidates(${wish.category}::smallint,
				internal.spot(${point[0] as number}, ${point[1] as number}), ${wish.radius}, null, null, 48),
				internal.order_days(${json}, '{Europe/Berlin}', now()), now(), ${wanted}, step))[1:${wanted}] as hits
				from unnest('{8, 16, 1, 3}'::integer[]) step`
				expect(new Set(found.map(({ hits }) => JSON.stringify(hits))).size).toBe(1)
				some += JSON.stringify(found[0]?.hits).length > 4 ? 1 : 0
			}),
			{ seed, numRuns },
		)
		expect(some).toBeGreaterThan(numRuns * 0.2)
	},
)

async function hasStart(location: string, { category, windows }: Wish): Promise<boolean> {
	const [found] = await salon.sql`select exists (
		select from public.services service
		cross join lateral internal.computed_starts(${location}, array[service.id], null, ${at(0, '12:00').slice(0, 10)}::date,
			${at(DAYS + 10, '12:00').slice(0, 10)}::date, now(), true) free
		join jsonb_to_recordset(${salon.sql.json(windows as never)}) win (first date, last date, weekdays integer[], "from" integer, "to" integer)
			on (free.starts_at at time zone 'Europe/Berlin')::date between win.first and win.last
				and extract(isodow from free.starts_at at time zone 'Europe/Berlin') = any(win.weekdays)
				and extract(hour from free.starts_at at time zone 'Europe/Berlin') * 60
					+ extract(minute from free.starts_at at time zone 'Europe/Berlin') >= win."from"
				and extract(hour from free.starts_at at time zone 'Europe/Berlin') * 60
					+ extract(minute from free.starts_at at time zone 'Europe/Berlin') < win."to"
		where service.location_id = ${location} and service.category_id = ${category}) as yes`
	return Boolean(found?.yes)
}

type Point = { latitude: number; longitude: number }
function kilometres(one: Point, other: Point): number {
	const [a, b, c, d] = [one.latitude, other.latitude, one.longitude, other.longitude].map(
		(degrees) => (degrees * Math.PI) / 180,
	) as [number, number, number, number]
	const chord = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin((d - c) / 2) ** 2
	return 2 * 6371 * Math.asin(Math.sqrt(chord))
}

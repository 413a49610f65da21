import { expect, test } from './fixtures.ts'

type Answer = { status: number; body: { id?: string; code?: string; message?: string; alternatives?: unknown[] } }

async function tryToHold(baseURL: string, slug: string, service: string, start: string): Promise<Answer> {
	const response = await fetch(`${baseURL}/listings/${slug}/booking`, {
		method: 'POST',
		headers: { accept: 'application/json', 'content-type': 'application/json' },
		body: JSON.stringify({ service, start }),
	})
	return { status: response.status, body: (await response.json()) as Answer['body'] }
}

/** Runs the attempts, at most `width` at the same time, as a crowd of browsers would. */
async function crowd<T>(attempts: (() => Promise<T>)[], width: number): Promise<T[]> {
	const results: T[] = []
	let next = 0
	const worker = async (): Promise<void> => {
		for (let index = next++; index < attempts.length; index = next++)
			results.push(await (attempts[index] as () => Promise<T>)())
	}
	await Promise.all(Array.from({ length: width }, worker))
	return results
}

test('200 people want one slot: one gets it, 199 get a clean answer with other times', async ({ baseURL, sql }) => {
	test.setTimeout(180_000)
	const place = await quietPlace(sql)
	const start = place.starts.at(-1) as string
	const answers = await crowd(
		Array.from({ length: 200 }, () => () => tryToHold(String(baseURL), place.slug, place.service, start)),
		200,
	)
	expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
	const losers = answers.filter((answer) => answer.status === 409)
	expect(losers).toHaveLength(199)
	expect(losers.every((answer) => answer.body.code === 'slot_taken')).toBe(true)
	expect(losers.every((answer) => answer.body.message?.includes('leider gerade vergeben'))).toBe(true)
	expect(losers.every((answer) => (answer.body.alternatives?.length ?? 0) > 0)).toBe(true)
})

test('2,000 attempts on random slots cause no overlap and no server error', async ({ baseURL, sql }) => {
	test.setTimeout(240_000)
	const place = await quietPlace(sql)
	let seed = 7
	const random = (below: number): number => {
		seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
		return seed % below
	}
	const attempts = Array.from({ length: 2_000 }, () => {
		const start = place.starts[random(place.starts.length)] as string
		return () => tryToHold(String(baseURL), place.slug, place.service, start)
	})
	const answers = await crowd(attempts, 100)
	expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
	expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThan(5)
	const [overlaps] = await sql<{ total: number }[]>`
		select count(*)::int as total from occupancies a join occupancies b on a.subject = b.subject
		and (a.source, a.position) < (b.source, b.position) and a.minutes && b.minutes`
	expect(overlaps?.total).toBe(0)
})

/** Enough for more than a few visits, even when early ones block many others. */
const MANY_STARTS = 150

/** A published location where one employee offers the first service, and the free starts there. */
async function quietPlace(
	sql: Parameters<Parameters<typeof test>[2]>[0]['sql'],
): Promise<{ slug: string; service: string; starts: string[] }> {
	const places = await sql<{ location: string; slug: string; service: string }[]>`
		select location.id as location, location.slug, service.id as service
		from locations location
		join services service on service.location_id = location.id and service.active
		join employee_services offer on offer.service_id = service.id
		join employees employee on employee.id = offer.employee_id and employee.active
		where location.state = 'published' and location.slug <> 'salon-anna-berlin'
			and not exists (select from holds where holds.location_id = location.id)
		group by location.id, location.slug, service.id having count(*) = 1 order by random() limit 40`
	for (const place of places) {
		const starts = await sql<{ at: string }[]>`
		select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
		from available_starts(${place.location}, ${[place.service]}::uuid[], null, (now() + interval '3 days')::date, (now() + interval '20 days')::date)`
		if (starts.length >= MANY_STARTS)
			return { slug: place.slug, service: place.service, starts: starts.map((row) => row.at) }
	}
	throw new Error('The demo has no location with a service of one employee and many free starts.')
}

import { createHash, randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import postgres from '#backend/postgres/driver.ts'
import { createRandom, type Random } from '#supabase/seeds/demo/random.ts'
import { type Claim, Claims, overlapsInRows } from './claims.ts'
import { openLarge } from './large.ts'

// Attempts to book, most at random times of all locations, the others at a few times that many clients want. Meanwhile the usual
// background work runs: days are added to the index and compared, time is blocked, holds expire. No promises may overlap, neither
// as customers were told nor in the rows. `npm run bench -- attempts`; the long run: `node bench/attempts.bench.ts --attempts
// 1000000`.
const { values } = parseArgs({
	options: {
		...{ locations: { type: 'string', default: '200' }, attempts: { type: 'string', default: '50000' } },
		...{ clients: { type: 'string', default: '16' }, seed: { type: 'string', default: '1' } },
	},
})
const ATTEMPTS = Number(values.attempts)
const CLIENTS = Number(values.clients)
// Share of the attempts at the few times that many clients want.
const CONTESTED = 0.3
const DAYS = 40
// Number of bookings kept; older ones are cancelled, or soon nothing would be free.
const KEPT = 3000

type Service = { id: string; gap_start: number | null; gap_minutes: number | null }
type Place = { id: string; services: Service[]; employees: string[] }
type Wish = { place: Place; services: Service[]; employee: string | null; startsAt: string }
type Line = { service_id: string; employee_id: string; starts_at: string; ends_at: string }
type Booked = { id: string; secret: string; claims: Claim[] }

const database = await openLarge({ locations: Number(values.locations) })
const sql = postgres(database.url, { max: CLIENTS + 2, onnotice: () => undefined })
const [early] = await sql`select (internal.current_text('early_start')).hash`
const midnight = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), new Date().getUTCDate())
const claims = new Claims()
const booked: Booked[] = []
const counts = new Map<string, number>()
const count = (name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1)

/** Creates a manager who can block time everywhere. */
async function createManager(): Promise<string> {
	const id = randomUUID()
	await sql`insert into auth.users (id, email) values (${id}, ${`${id}@firma.example`})`
	await sql`insert into members (company_id, user_id, role) select id, ${id}, 'manager' from companies`
	return id
}

async function loadPlaces(): Promise<Place[]> {
	return sql<Place[]>`
		select location.id, (select jsonb_agg(jsonb_build_object('id', id, 'gap_start', processing_start, 'gap_minutes', processing_minutes))
				from services where location_id = location.id and active) as services,
			array(select id from employees where location_id = location.id and active) as employees
		from locations location where state = 'published'`
}

function wishAt(random: Random, place: Place): Wish {
	const services = random.shuffled(place.services).slice(0, random.chance(0.2) ? 2 : 1)
	const minute = random.between(1, DAYS) * 1440 + random.between(8 * 4, 18 * 4) * 15
	const employee = random.chance(0.3) ? random.pick(place.employees) : null
	return { place, services, employee, startsAt: new Date(midnight + minute * 60_000).toISOString() }
}

/** One of the starts that are free now. */
async function wantedByMany(random: Random, place: Place): Promise<Wish> {
	const wish = { ...wishAt(random, place), employee: null }
	const ids = wish.services.map(({ id }) => id)
	const starts = await sql<
		{ starts_at: Date }[]
	>`select starts_at from next_starts(${place.id}, ${ids}::uuid[], null, null, 50)`
	return {
		...wish,
		startsAt: (starts[random.between(0, starts.length - 1)]?.starts_at ?? new Date(wish.startsAt)).toISOString(),
	}
}

const claimsOf = (lines: readonly Line[], services: readonly Service[]): Claim[] =>
	lines.map((line) => {
		const service = services.find(({ id }) => id === line.service_id)
		const [first, end] = [Date.parse(line.starts_at) / 60_000, Date.parse(line.ends_at) / 60_000]
		const gapStart = first + (service?.gap_start ?? end - first)
		return { employee: line.employee_id, first, end, gapStart, gapEnd: gapStart + (service?.gap_minutes ?? 0) }
	})

async function attempt(random: Random, wish: Wish): Promise<void> {
	const secret = randomUUID()
	const hash = createHash('sha256').update(secret).digest('hex')
	const ids = wish.services.map(({ id }) => id)
	const [row] =
		await sql`select hold_appointment(${wish.place.id}, ${ids}::uuid[], ${wish.startsAt}, ${wish.employee}, ${hash}) as held`
	const held = row?.held as { id: string; lines: Line[] } | { message: string }
	if ('message' in held) return void count(`refused: ${held.message}`)
	const { id, lines } = held
	count('held')
	const end = random.next()
	if (end < 0.2) {
		await sql`update holds set expires_at = now() - interval '1 second' where id = ${id}`
		await sql`update occupancies set expires_at = now() - interval '1 second' where source = ${id}`
		return void count('lapsed')
	}
	if (end < 0.5) {
		await sql`select release_hold(${id}, ${secret})`
		return void count('released')
	}
	const contact = { name: 'Messkundin', email: `kundin-${random.between(1, 5000)}@kundin.example`, phone: '', note: '' }
	await sql`select confirm_appointment(${id}, ${secret}, ${sql.json(contact)}, p_early_start => ${early?.hash ?? null})`
	const own = { id, secret, claims: claimsOf(lines, wish.services) }
	claims.add(id, own.claims)
	booked.push(own)
	count('confirmed')
	if (booked.length > KEPT) await cancel(random)
}

async function cancel(random: Random): Promise<void> {
	const [own] = booked.splice(random.between(0, booked.length - 1), 1)
	if (!own) return
	claims.remove(own.id, own.claims)
	await sql`select cancel_appointment(${own.id}, ${own.secret}, 'Messung')`
	count('cancelled')
}

/** Runs a call that the database may refuse, and counts the code of the refusal. */
async function tried(run: () => Promise<unknown>): Promise<void> {
	await run().catch((error: unknown) => {
		if (!(error instanceof postgres.PostgresError)) throw error
		count(`refused: ${error.code === 'P0001' ? error.message : error.code}`)
	})
}

/** Blocks time and frees it again. */
async function block(manager: string, random: Random, place: Place): Promise<void> {
	const start = midnight + (random.between(1, DAYS) * 1440 + random.between(7 * 4, 19 * 4) * 15) * 60_000
	const during = [new Date(start), new Date(start + random.between(1, 12) * 900_000)] as const
	const given = await sql.begin(async (tx) => {
		await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: manager, role: 'authenticated', aal: 'aal2' })}, true)`
		if (random.chance(0.4))
			return tx`select unblock_time(id) from blocks where id = (select id from blocks order by random() limit 1)`
		return tx`select block_time(${place.id}, ${during[0]}, ${during[1]}, ${random.pick(place.employees)})`
	})
	if (given.length) count('blocked or unblocked')
}

async function night(manager: string, places: readonly Place[], isOver: () => boolean): Promise<void> {
	const random = createRandom(`night ${values.seed}`)
	let after: string | null = null
	while (!isOver()) {
		const [row] = await sql`select extend_availability(5), check_availability(${after}, 5) as checked`
		const checked = row?.checked as { last: string | null; done: number; differences: unknown[] }
		after = checked.done < 5 ? null : checked.last
		for (const _ of checked.differences) count('differences at night')
		for (let n = 0; n < 20; n++) await tried(() => block(manager, random, random.pick(places)))
	}
}

try {
	const places = (await loadPlaces()).filter(({ services, employees }) => services?.length && employees.length)
	const first = createRandom(`contested ${values.seed}`)
	const wanted = await Promise.all(Array.from({ length: 24 }, () => wantedByMany(first, first.pick(places))))
	const started = performance.now()
	let left = ATTEMPTS
	let over = false
	const atNight = night(await createManager(), places, () => over)
	await Promise.all(
		Array.from({ length: CLIENTS }, async (_, client) => {
			const random = createRandom(`client ${client} ${values.seed}`)
			while (left-- > 0) {
				const wish = random.chance(CONTESTED) ? random.pick(wanted) : wishAt(random, random.pick(places))
				await tried(() => attempt(random, wish))
			}
		}),
	)
	over = true
	await atNight
	const seconds = (performance.now() - started) / 1000
	const [index] = await sql<{ count: number }[]>`select count(*)::int as count from internal.index_differences(null)`
	const rows = await overlapsInRows(sql)
	console.log(`${ATTEMPTS} attempts by ${CLIENTS} clients at ${places.length} locations in ${seconds.toFixed(0)} s`)
	for (const [name, times] of [...counts].toSorted(([one], [other]) => one.localeCompare(other)))
		console.log(`  ${name.padEnd(36)} ${String(times).padStart(8)}`)
	console.log(`overlapping promises ${claims.overlaps}, in the rows ${rows}; stale rows of the index ${index?.count}`)
	if (claims.overlaps + rows + (index?.count ?? 1) + (counts.get('differences at night') ?? 0) > 0) process.exitCode = 1
} finally {
	await sql.end({ timeout: 5 })
	await database.stop()
}

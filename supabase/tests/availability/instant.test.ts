import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Wall times around every change of a zone's clock since 2020, a quarter of an hour apart. */
function wallTimes(zone: string): string[] {
	const found: string[] = []
	let at = Temporal.Instant.from('2020-01-01T00:00Z').toZonedDateTimeISO(zone)
	for (;;) {
		const next = at.getTimeZoneTransition('next')
		if (!next || next.year > 2035) return found
		at = next
		for (let quarter = -12; quarter <= 12; quarter++)
			found.push(
				at
					.toPlainDateTime()
					.add({ minutes: 15 * quarter })
					.toString(),
			)
	}
}

test('instants of wall times equal those of Temporal around every clock change of every zone', async () => {
	const known = new Set(
		(await database.sql<{ name: string }[]>`select name from pg_timezone_names`).map(({ name }) => name),
	)
	const cases = Intl.supportedValuesOf('timeZone')
		.filter((zone) => known.has(zone))
		.flatMap((zone) => wallTimes(zone).map((local) => ({ zone, local, ...exactly(zone, local) })))
	const rows = await database.sql<{ zone: string; same_data: boolean; right: boolean }[]>`
		select zone, to_timestamp(exact) at time zone zone = shown::timestamp as same_data,
			internal.instant(local::timestamp, zone) = to_timestamp(exact) as right
		from jsonb_to_recordset(${JSON.stringify(cases)}::text::jsonb) as item (zone text, local text, exact float8, shown text)`
	// Governments change rules faster than libraries, so zones for which the two have different data prove nothing.
	const unequal = new Set(rows.filter((row) => !row.same_data).map(({ zone }) => zone))
	const compared = rows.filter(({ zone }) => !unequal.has(zone))
	expect(compared.length).toBeGreaterThan(10_000)
	expect(unequal.size).toBeLessThan(10)
	expect([...new Set(compared.filter(({ right }) => !right).map(({ zone }) => zone))]).toEqual([])
})

/**
 * The instant of a wall time in seconds, and the wall time it has in Temporal's data, which differs when the clock skips
 * `local`.
 */
function exactly(zone: string, local: string): { exact: number; shown: string } {
	const zoned = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'compatible' })
	return { exact: zoned.epochMilliseconds / 1000, shown: zoned.toPlainDateTime().toString() }
}

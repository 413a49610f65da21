import { Temporal } from 'temporal-polyfill'

/**
 * The instant (ISO 8601, UTC) of a wall time ("2026-11-21T10:00") in a zone. Times that do not exist or exist twice
 * are read as RFC 5545 does. Undefined for anything that is not a wall time.
 */
export function instantOf(wall: string, zone: string): string | undefined {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(wall)) return undefined
	try {
		const zoned = Temporal.PlainDateTime.from(wall, { overflow: 'reject' }).toZonedDateTime(zone)
		return new Date(zoned.epochMilliseconds).toISOString()
	} catch {
		return undefined
	}
}

import { expect, test } from 'vitest'
import { shortestUsual } from './walk-in.ts'

test('a walk-in gets the shortest of the services that are booked often', () => {
	const services = [
		{ id: 'talk', duration_minutes: 15 },
		{ id: 'colour', duration_minutes: 90 },
		{ id: 'cut', duration_minutes: 30 },
	]
	const booked = [...Array.from({ length: 10 }, () => 'cut'), ...Array.from({ length: 12 }, () => 'colour'), 'talk']
	expect(shortestUsual(services, booked)).toBe('cut')
	expect(shortestUsual(services, [...booked, 'talk', 'talk'])).toBe('talk')
	expect(shortestUsual(services, [])).toBe('talk')
	// A service that is booked often may no longer exist.
	expect(shortestUsual(services, ['gone'])).toBe('talk')
	expect(shortestUsual([], [])).toBeUndefined()
})

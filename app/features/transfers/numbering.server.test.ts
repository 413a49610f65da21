import { expect, test } from 'vitest'
import { startNumbering } from './numbering.server.ts'

const [salon, anna, picture] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`)

test('ids become numbers in the order in which they appear, the same everywhere', () => {
	const number = startNumbering()
	expect(number('locations', { id: salon, name: 'Löwe' }, ['id']).line).toEqual({ id: 1, name: 'Löwe' })
	expect(number('employees', { id: anna, location_id: salon }, ['id', 'location_id']).line).toEqual({
		id: 2,
		location_id: 1,
	})
	expect(number('events', { id: null, location_id: salon }, ['id', 'location_id']).line).toEqual({
		id: null,
		location_id: 1,
	})
})

test('a number of history is one number in both tables that name it, and none of another table', () => {
	const number = startNumbering()
	expect(number('appointment_events', { id: 70 }, ['id']).line).toEqual({ id: 1 })
	expect(number('other', { id: 70 }, ['id']).line).toEqual({ id: 2 })
	expect(number('appointment_changes', { event_id: 70 }, ['event_id']).line).toEqual({ event_id: 1 })
})

test('pictures are named by their row, and what is no picture stays as it is', () => {
	const number = startNumbering()
	const shown = `${salon}/${picture}.webp`
	expect(number('location_images', { id: picture, path: shown, source_path: shown }, ['id'])).toEqual({
		line: { id: 1, path: 'pictures/1.webp', source_path: 'sources/1.webp' },
		pictures: [
			{ bucket: 'location-images', path: shown, name: 'pictures/1.webp' },
			{ bucket: 'location-image-sources', path: shown, name: 'sources/1.webp' },
		],
	})
	for (const path of ['demo/salon.webp', '', null, `${shown}/..`])
		expect(number('location_images', { id: picture, path }, ['id'])).toEqual({ line: { id: 1, path }, pictures: [] })
})

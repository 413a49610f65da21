import { expect, test } from 'vitest'
import { byKind, knownKind, missingKinds } from './resources.ts'

const room = { kind: 'Raum', name: 'Großer Raum' }
const laser = { kind: 'Laser', name: 'Laser' }

test('a kind typed with other capitals is the known kind', () => {
	expect(knownKind('RAUM', [laser, room])).toBe('Raum')
	expect(knownKind('räume', [room])).toBe('räume')
	expect(knownKind('Stuhl', [])).toBe('Stuhl')
})

test('rows are grouped by their kind', () => {
	const small = { kind: 'Raum', name: 'Kleiner Raum' }
	expect(byKind([room, laser, small])).toEqual([
		['Raum', [room, small]],
		['Laser', [laser]],
	])
	expect(byKind([])).toEqual([])
})

test('kinds that bookable services need but that have no resource are missing', () => {
	const services = [
		{ name: 'Massage', active: true, resource_kind: 'Raum' },
		{ name: 'Epilation', active: true, resource_kind: 'Laser' },
		{ name: 'Glättung', active: true, resource_kind: 'Laser' },
		{ name: 'Alt', active: false, resource_kind: 'Stuhl' },
		{ name: 'Beratung', active: true, resource_kind: null },
	]
	expect(missingKinds([room], services)).toEqual([['Laser', ['Epilation', 'Glättung']]])
	expect(missingKinds([room, laser], services)).toEqual([])
})

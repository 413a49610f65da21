import { expect, test } from 'vitest'
import { memberQuery, pickMembers, readMemberFilters } from './members.list.ts'
import type { Member } from './members.ts'

const person = (name: string, role: Member['role'], secondFactor: boolean): Member => ({
	...{ id: name, name, role, secondFactor, email: `${name}@example.org`, self: false, rights: null },
})
const TEAM = [person('Zoë', 'staff', false), person('Özlem', 'owner', true), person('Anna', 'staff', true)]

const names = (query: string): string[] =>
	pickMembers(TEAM, readMemberFilters(new URLSearchParams(query))).rows.map(({ name }) => name)

test('the highest role comes first; a word in the address sorts otherwise, and a minus reverses it', () => {
	expect(names('')).toEqual(['Özlem', 'Anna', 'Zoë'])
	expect(names('sortierung=name')).toEqual(['Anna', 'Özlem', 'Zoë'])
	expect(names('sortierung=-name')).toEqual(['Zoë', 'Özlem', 'Anna'])
	expect(names('sortierung=faktor')).toEqual(['Zoë', 'Anna', 'Özlem'])
	expect(names('sortierung=__proto__')).toEqual(['Özlem', 'Anna', 'Zoë'])
})

test('names and addresses are found without their umlaut dots', () => {
	expect(names('suche=ozl')).toEqual(['Özlem'])
	expect(names('suche=ZOE')).toEqual(['Zoë'])
	expect(names('suche=anna@ex')).toEqual(['Anna'])
	expect(names('suche=niemand')).toEqual([])
	expect(names('seite=2')).toEqual([])
})

test('roles and the way to sign in narrow the list', () => {
	expect(names('rolle=staff')).toEqual(['Anna', 'Zoë'])
	expect(names('rolle=staff&faktor=nein')).toEqual(['Zoë'])
	expect(names('faktor=ja&suche=o')).toEqual(['Özlem', 'Anna'])
	expect(names('rolle=chef&faktor=toString')).toEqual(['Özlem', 'Anna', 'Zoë'])
	const hidden = { ...person('Ben', 'manager', true), secondFactor: null }
	const filters = readMemberFilters(new URLSearchParams('faktor=nein'))
	expect(pickMembers([hidden], filters)).toEqual({ rows: [], total: 0 })
	const query = { rolle: 'staff', faktor: 'nein' }
	expect(memberQuery(readMemberFilters(new URLSearchParams(query)))).toMatchObject(query)
})

test('the address keeps what was asked for and nothing else', () => {
	const filters = readMemberFilters(new URLSearchParams('suche= an &sortierung=-rolle&seite=3&fremd=1'))
	expect(memberQuery(filters, 'x')).toEqual({ suche: 'an', sortierung: '-rolle', seite: '3', mitglied: 'x' })
})

import { expect, test } from 'vitest'
import { type Member, eventWords, mayDo } from './members.ts'

const person = (role: Member['role'], self = false): Member => ({
	...{ id: `${role}${self}`, name: role, email: '', role, self, secondFactor: null, rights: null },
})

test('the only owner can neither leave nor give up the role', () => {
	const self = person('owner', true)
	expect(mayDo('owner', [self, person('staff')], self)).toMatchObject({
		changeRole: false,
		leave: false,
		remove: false,
	})
	expect(mayDo('owner', [self, person('owner')], self)).toMatchObject({ changeRole: true, leave: true })
})

test('managers can remove staff and reception only, and only the owner can hand over the company', () => {
	const all = [person('owner'), person('manager', true), person('reception'), person('staff')]
	expect(all.map((member) => mayDo('manager', all, member).remove)).toEqual([false, false, true, true])
	for (const role of ['staff', 'reception'] as const)
		expect(all.map((member) => mayDo(role, all, member).remove)).toEqual([false, false, false, false])
	expect(all.map((member) => mayDo('manager', all, member).handOver)).toEqual([false, false, false, false])
	expect(mayDo('owner', all, person('staff')).handOver).toBe(true)
})

test('the history speaks German in the zone of the business', () => {
	const row = {
		at: '2026-11-21T22:30:00Z',
		actor: 'Anna',
		subject: 'Elif',
		old_role: 'staff',
		new_role: 'manager',
		about_right: null,
	} as const
	expect(eventWords({ ...row, verb: 'role_changed' }, 'Europe/Berlin')).toEqual({
		when: 'Sa., 21. Nov. 2026, 23:30',
		what: 'Anna hat die Rolle von Elif geändert: Mitarbeiter:in → Leitung',
	})
	expect(eventWords({ ...row, verb: 'removed', new_role: null }, 'Europe/Berlin').what).toBe('Anna hat Elif entfernt')
})

test('owners give and take the rights of everybody except owners', () => {
	const all = [person('owner', true), person('owner'), person('manager'), person('staff')]
	expect(all.map((member) => mayDo('owner', all, member).changeRights)).toEqual([false, false, true, true])
	expect(all.map((member) => mayDo('manager', all, member).changeRights)).toEqual([false, false, false, false])
})

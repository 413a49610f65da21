import { expect, test } from 'vitest'
import { ROOMS } from './rooms.ts'
import { askedWhose, joinWhose, peopleIn } from './whose.ts'

const [anna = '', ben = ''] = ['1', '2'].map((digit) => `${digit.repeat(8)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`)
const asked = (query: string) => askedWhose(new URLSearchParams(query))

test('an address names nobody, everybody, one, several or the rooms', () => {
	expect(asked('tag=2026-11-24')).toBeUndefined()
	expect(asked('person=')).toBe('')
	expect(asked(`person=${anna}`)).toBe(anna)
	// As a form without a script sends it, and as the calendar writes it.
	for (const query of [`person=${anna}&person=${ben}`, `person=${anna}_${ben}_${anna}_x`])
		expect(asked(query)).toBe(joinWhose([anna, ben]))
	expect(asked(`person=${ROOMS}`)).toBe(ROOMS)
	expect(asked('person=Anna')).toBe('')
	expect(peopleIn(joinWhose([anna, ben]))).toEqual([anna, ben])
	expect(peopleIn(ROOMS)).toEqual([])
})

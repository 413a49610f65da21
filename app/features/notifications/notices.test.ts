import { expect, test } from 'vitest'
import { noticesOf, scopesFor } from './notices.ts'

test('without a choice whoever has the address of the business hears of everything, and others of their offers alone', () => {
	expect(noticesOf([], true)).toEqual({
		booked: 'all',
		requested: 'all',
		cancelled: 'all',
		moved: 'all',
		offers: 'own',
	})
	expect(noticesOf([{ topic: 'moved', scope: 'own' }], false)).toEqual({
		...{ booked: 'none', requested: 'none', cancelled: 'none', moved: 'own', offers: 'own' },
	})
})

test('all appointments are offered to those who may see them, or have chosen so before', () => {
	expect(scopesFor('booked', true, 'none')).toEqual(['all', 'own', 'none'])
	expect(scopesFor('booked', false, 'none')).toEqual(['own', 'none'])
	expect(scopesFor('booked', false, 'all')).toEqual(['all', 'own', 'none'])
	expect(scopesFor('offers', true, 'own')).toEqual(['own', 'none'])
})

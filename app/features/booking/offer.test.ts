import { describe, expect, it } from 'vitest'
import { employeesFor, type Offer, possibleChoice, stepOf, totalOf } from './offer.ts'

const service = (id: string, cents: number) => ({
	...{ id, name: id, description: '', minutes: 30, from: false, category: '', categoryId: 1 },
	cents,
})
const skill = (employeeId: string, serviceId: string, cents: number | null = null) => ({
	...{ employeeId, serviceId, cents },
	minutes: null,
})
const OFFER: Offer = {
	services: [service('cut', 3000), service('color', 6000), service('beard', 1500)],
	employees: [
		{ id: 'anna', name: 'Anna', title: '' },
		{ id: 'ben', name: 'Ben', title: '' },
	],
	skills: [skill('anna', 'cut'), skill('anna', 'color'), skill('ben', 'cut', 2500), skill('ben', 'beard')],
}

describe('the choice of a person', () => {
	it('is among those who can do all services', () => {
		expect(employeesFor(['cut'], OFFER).map((one) => one.id)).toEqual(['anna', 'ben'])
		expect(employeesFor(['cut', 'color'], OFFER).map((one) => one.id)).toEqual(['anna'])
		expect(employeesFor(['color', 'beard'], OFFER)).toEqual([])
	})

	it('is anyone until somebody is chosen', () => {
		expect(possibleChoice({ services: ['cut'] }, OFFER).employee).toBe('any')
		expect(possibleChoice({ services: ['cut'], employee: 'ben' }, OFFER).employee).toBe('ben')
		expect(stepOf(possibleChoice({ services: ['color'] }, OFFER))).toBe('time')
		expect(stepOf(possibleChoice({ services: ['color', 'beard'] }, OFFER))).toBe('time')
		expect(possibleChoice({ services: ['cut'], start: '2026-11-23T08:00:00.000Z' }, OFFER).employee).toBe('any')
		expect(possibleChoice({ services: ['color'], employee: 'ben' }, OFFER).employee).toBe('any')
		const stale = possibleChoice({ services: ['tattoo'], employee: 'eve' }, OFFER)
		expect(stale).toMatchObject({ services: [], employee: undefined })
	})
})

describe('stepOf', () => {
	it('goes on with every answer and back on demand', () => {
		const full = { services: ['cut'], employee: 'any', start: '2026-11-23T08:00:00.000Z', hold: 'h' }
		expect(stepOf({ services: [] })).toBe('service')
		expect(stepOf({ ...full, hold: undefined })).toBe('time')
		expect(stepOf(full)).toBe('contact')
		expect(stepOf({ ...full, step: 'time' })).toBe('time')
		expect(stepOf({ ...full, step: 'service' })).toBe('service')
	})
})

describe('totalOf', () => {
	it('is exact for one person and the lowest for anyone', () => {
		expect(totalOf({ services: ['cut'], employee: 'ben' }, OFFER)).toEqual({ cents: 2500, minutes: 30, from: false })
		expect(totalOf({ services: ['cut'], employee: 'any' }, OFFER)).toEqual({ cents: 2500, minutes: 30, from: true })
		expect(totalOf({ services: ['color', 'beard'], employee: 'any' }, OFFER)).toEqual({
			...{ cents: 7500, minutes: 60 },
			from: false,
		})
	})

	it('is the lowest for a chain of people, each at their own price', () => {
		const eve = { id: 'eve', name: 'Eve', title: '' }
		const dear = {
			...OFFER,
			employees: [...OFFER.employees, eve],
			skills: [...OFFER.skills, skill('eve', 'color', 5500)],
		}
		expect(totalOf({ services: ['color', 'beard'] }, dear)).toEqual({ cents: 7000, minutes: 60, from: true })
	})
})

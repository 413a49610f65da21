import { describe, expect, it } from 'vitest'
import { dayOptions } from './days.ts'

describe('dayOptions', () => {
	it('offers near days and keeps the chosen one', () => {
		const options = dayOptions('2026-11-23', '2026-12-24')
		expect(options.slice(0, 5).map((option) => option.name)).toEqual([
			'Jederzeit',
			'Heute',
			'Morgen',
			'Am Wochenende',
			'Mi., 25. Nov. 2026',
		])
		expect(options.at(-1)).toEqual({ value: '2026-12-24', name: 'Do., 24. Dez. 2026' })
		expect(dayOptions('2026-11-23', 'heute').filter((option) => option.value === 'heute')).toHaveLength(1)
	})
})

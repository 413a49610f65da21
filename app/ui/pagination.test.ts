import { describe, expect, it } from 'vitest'
import { visiblePages } from './pagination.ts'

describe('visiblePages', () => {
	it('shows three pages around the current one', () => {
		expect(visiblePages(1, 9)).toEqual([1, 2, 3])
		expect(visiblePages(5, 9)).toEqual([4, 5, 6])
		expect(visiblePages(9, 9)).toEqual([7, 8, 9])
	})

	it('shows fewer when there are fewer pages', () => {
		expect(visiblePages(1, 1)).toEqual([1])
		expect(visiblePages(2, 2)).toEqual([1, 2])
		expect(visiblePages(1, 0)).toEqual([])
	})
})

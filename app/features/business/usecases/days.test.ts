import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DAYS } from './days.ts'

const categories = JSON.parse(
	readFileSync(new URL('../../../../supabase/seeds/data/categories.json', import.meta.url), 'utf8'),
) as { slug: string }[]

test('each trade has a day, in the order of its hours', () => {
	expect(Object.keys(DAYS).toSorted()).toEqual(categories.map(({ slug }) => slug).toSorted())
	for (const day of Object.values(DAYS)) {
		const minutes = day.map(([time]) => {
			const [hours = 0, rest = 0] = time.split(':').map(Number)
			return hours * 60 + rest
		})
		expect(minutes).toEqual(minutes.toSorted((a, b) => a - b))
		expect(new Set(minutes).size).toBe(day.length)
	}
})

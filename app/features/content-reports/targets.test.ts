import { expect, test } from 'vitest'
import { readTarget } from './targets.ts'

const ID = '6f0c2a3e-0000-4000-8000-000000000001'

test('an address names a kind that we know and an id', () => {
	expect(readTarget(`review:${ID}`)).toEqual({ kind: 'review', id: ID })
	expect(readTarget(`IMAGE:${ID.toUpperCase()}`)).toEqual({ kind: 'image', id: ID })
})

test.each([null, '', 'review', `company:${ID}`, `toString:${ID}`, `review:${ID}:1`, 'review:1', ID])(
	'%s names nothing',
	(text) => {
		expect(readTarget(text)).toBeUndefined()
	},
)

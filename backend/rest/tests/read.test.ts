import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixture, createFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
	fixture = await createFixture()
})
afterAll(() => fixture.drop())

test('select', async () => {
	const { data, error } = await fixture.anon.from('people').select('name, mood').eq('name', 'ada')
	expect(error).toBeNull()
	expect(data).toEqual([{ name: 'ada', mood: 'calm' }])
})

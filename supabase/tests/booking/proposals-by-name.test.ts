import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, openSalon, type Salon } from './salon.ts'

const DAY = 3

let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

test('a proposal is in the way by the name of whoever is asked, for who may read names there', async () => {
	const gast = { name: 'Gasta', email: 'gasta@example.org', phone: '0171 3920091', note: '' }
	await salon.book({ starts_at: at(DAY, '09:00') }, gast)
	const { id } = await salon.call<{ id: string }>(salon.user.manager, 'begin_disruption', {
		...{ location: salon.ids.location, employee: salon.ids.anna },
		...{ starts_at: at(DAY, '00:00'), ends_at: at(DAY + 1, '00:00') },
	})
	await salon.call(salon.user.manager, 'propose_all', { disruption: id })
	const reasonsFor = async (who: string) => {
		type Answer = { reasons: { reason: string; customer?: string }[] }
		const answer = await salon.call<Answer | Answer[]>(who, 'explain_start', {
			...{ location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.ben },
			starts_at: at(DAY, '09:00'),
		})
		return [answer].flat()[0]?.reasons
	}
	expect(await reasonsFor(salon.user.manager)).toContainEqual(
		expect.objectContaining({ reason: 'held', customer: 'Gasta' }),
	)
	// Staff read names in their own calendar only.
	const others = await reasonsFor(salon.user.staff)
	expect(others).toContainEqual(expect.objectContaining({ reason: 'held' }))
	expect(JSON.stringify(others)).not.toContain('Gasta')
})

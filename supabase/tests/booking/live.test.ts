import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Change, openLive } from '#app/features/calendar/live.ts'
import { startTestServer, type TestServer, until } from '#backend/realtime/test-server.ts'
import { at, type Salon, openSalon } from './salon.ts'

let salon: Salon
let server: TestServer
beforeAll(async () => {
	salon = await openSalon()
	server = await startTestServer(salon)
})
afterAll(async () => {
	await server.close()
	await salon.close()
})

/** An open calendar of a member, whose tokens the test hands out. */
async function open(user: string, lifetime: string) {
	const heard: Change[] = []
	const states: boolean[] = []
	let token = await server.token(user, lifetime)
	let asked = 0
	const live = await openLive({
		url: server.url,
		publishableKey: server.context.keys.publishable,
		location: salon.ids.location,
		token: () => token,
		onChange: (change) => change && heard.push(change),
		onLive: (stands) => states.push(stands),
		renew: () => asked++,
	})
	await until(() => states.at(-1) === true)
	const hears = async (time: string): Promise<void> => {
		const { id } = await salon.book({ starts_at: at(5, time) })
		await until(() => heard.some((change) => change.id === id))
	}
	return {
		live,
		states,
		hears,
		asked: () => asked,
		renew: async () => {
			token = await server.token(user, '1h')
			live.renewed()
		},
	}
}

test('a renewed token keeps the calendar live beyond the end of the first', async () => {
	const calendar = await open(salon.user.manager, '10s')
	await calendar.hears('10:00')
	await calendar.renew()
	await new Promise((resolve) => setTimeout(resolve, 11_000))
	await calendar.hears('11:00')
	expect(calendar.states).toEqual([true])
	expect(calendar.asked()).toBe(0)
	calendar.live.close()
})

test('when the token has ended, a fresh one is asked for and the calendar is live again', async () => {
	const calendar = await open(salon.user.owner, '5s')
	await until(() => calendar.asked() > 0)
	expect(calendar.states.at(-1)).toBe(false)
	await calendar.renew()
	await until(() => calendar.states.at(-1) === true)
	await calendar.hears('12:00')
	calendar.live.close()
})

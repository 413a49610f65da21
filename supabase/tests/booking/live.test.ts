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

/** An open calendar of a member, with tokens from the test. */
async function open(user: string, lifetime: string) {
	const heard: Change[] = []
	const states: boolean[] = []
	let token = await server.token(user, lifetime)
	let asked = 0
	let missed = 0
	const live = await openLive({
		url: server.url,
		publishableKey: server.context.keys.publishable,
		location: salon.ids.location,
		token: () => token,
		onChange: (change) => (change ? heard.push(change) : missed++),
		onLive: (stands) => states.push(stands),
		renew: () => asked++,
	})
	// The calendar reloads missed changes twice: once subscribed, and again once it follows the table.
	expect(await until(() => states.at(-1) === true && missed >= 2)).toBe(true)
	const hears = async (time: string): Promise<void> => {
		const { id } = await salon.book({ starts_at: at(5, time) })
		expect(await until(() => heard.some((change) => change.id === id))).toBe(true)
	}
	return {
		live,
		states,
		hears,
		asked: () => asked,
		missed: () => missed,
		renew: async () => {
			token = await server.token(user, '1h')
			live.renewed()
		},
	}
}

test('a renewed token keeps the calendar live after the first one expires', async () => {
	const calendar = await open(salon.user.manager, '20s')
	await calendar.hears('10:00')
	await calendar.renew()
	await new Promise((resolve) => setTimeout(resolve, 21_000))
	await calendar.hears('11:00')
	expect(calendar.states).toEqual([true])
	expect(calendar.asked()).toBe(0)
	calendar.live.close()
})

test('when the token has expired, a new one is requested and the calendar is live again', async () => {
	const calendar = await open(salon.user.owner, '10s')
	await until(() => calendar.asked() > 0)
	expect(calendar.states.at(-1)).toBe(false)
	const before = calendar.missed()
	await calendar.renew()
	await until(() => calendar.states.at(-1) === true && calendar.missed() >= before + 2)
	await calendar.hears('12:00')
	calendar.live.close()
})

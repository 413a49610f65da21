import { expect, it } from 'vitest'
import { retrying } from './retry.server.ts'

const SERVICES = 'https://services.example'

/** A service that gives the listed answers, then repeats the last; "lost" is no answer. Time passes only in pauses. */
function service(answers: (number | 'lost')[]) {
	const pauses: number[] = []
	const clock = { time: 0 }
	let asked = 0
	const fetch = retrying(
		async () => {
			const answer = answers[Math.min(asked++, answers.length - 1)]
			if (answer === 'lost') throw new TypeError('fetch failed')
			return new Response(`answer ${asked}`, { status: answer })
		},
		{
			now: () => clock.time,
			pause: async (milliseconds) => {
				pauses.push(milliseconds)
				clock.time += milliseconds
			},
		},
	)
	return { fetch, pauses, clock, asked: () => asked }
}

it('tries reads again after growing pauses', async () => {
	const { fetch, pauses } = service(['lost', 502, 503, 200])
	expect(await (await fetch(`${SERVICES}/rest/v1/services`)).text()).toBe('answer 4')
	expect(pauses).toEqual([200, 400, 800])
})

it('gives the last answer after three retries, or the last failure', async () => {
	const away = service([504])
	expect((await away.fetch(`${SERVICES}/auth/v1/user`)).status).toBe(504)
	expect(away.asked()).toBe(4)
	const lost = service(['lost'])
	await expect(lost.fetch(`${SERVICES}/storage/v1/bucket`)).rejects.toThrow('fetch failed')
	expect(lost.asked()).toBe(4)
})

it('stops when the time is over', async () => {
	const slow = service([503])
	const { fetch, clock } = slow
	const answer = fetch(`${SERVICES}/rest/v1/services`)
	clock.time = 2_900
	expect((await answer).status).toBe(503)
	expect(slow.asked()).toBeLessThan(4)
})

it('passes on an answer that is not a temporary failure', async () => {
	for (const status of [200, 400, 401, 404, 409, 429, 500]) {
		const { fetch, asked } = service([status])
		expect((await fetch(`${SERVICES}/rest/v1/services`)).status).toBe(status)
		expect(asked()).toBe(1)
	}
})

it('knows reads that are sent by POST, and never repeats what may write', async () => {
	const tries = async (path: string, method: string) => {
		const { fetch, asked } = service([503])
		await fetch(`${SERVICES}${path}`, { method, body: '{}' })
		return asked()
	}
	expect(await tries('/rest/v1/rpc/available_starts', 'POST')).toBe(4)
	expect(await tries('/storage/v1/object/list/pictures', 'POST')).toBe(4)
	for (const [path, method] of [
		['/rest/v1/rpc/hold_appointment', 'POST'],
		['/rest/v1/rpc/confirm_appointment', 'POST'],
		['/rest/v1/services', 'POST'],
		['/rest/v1/services', 'PATCH'],
		['/rest/v1/services', 'DELETE'],
		['/auth/v1/token', 'POST'],
		['/auth/v1/user', 'PUT'],
		['/storage/v1/object/pictures/a', 'POST'],
		['/functions/v1/anything', 'POST'],
	] as const)
		expect(await tries(path, method), `${method} ${path}`).toBe(1)
})

it('stops when the caller has left', async () => {
	const { fetch, asked } = service(['lost'])
	await expect(fetch(`${SERVICES}/rest/v1/services`, { signal: AbortSignal.abort() })).rejects.toThrow('fetch failed')
	expect(asked()).toBe(1)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareSandbox, resetSandboxes } from '#app/features/sandbox/preparing.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { sandboxParts } from '#supabase/seeds/demo/sandbox.ts'
import { openSandboxes, type Sandboxes } from './world.ts'

let world: Sandboxes
let services: AppServices
beforeAll(async () => {
	world = await openSandboxes()
	const sandboxes = { ready: 2, partsFor: async (owner: string) => sandboxParts(owner, new Date()) }
	services = { ...world.services, sandboxes } as unknown as AppServices
})
afterAll(() => world.close())

const never = new AbortController().signal
async function counts() {
	const [found] = await world.sql`select (select count(*)::integer from internal.sandboxes) as ready,
		(select count(*)::integer from auth.users where email like '%@demo.invalid') as accounts,
		(select count(*)::integer from public.companies where sandbox) as companies`
	return found
}

test('two servers prepare as many as are wanted together, with an account each', async () => {
	const work = async () => {
		while ((await resetSandboxes(services, {}, never)) > 0);
	}
	await Promise.all([work(), work(), work()])
	expect(await counts()).toEqual({ ready: 2, accounts: 2, companies: 2 })
	expect(await prepareSandbox(services)).toBe(false)
	expect(await counts()).toEqual({ ready: 2, accounts: 2, companies: 2 })
}, 120_000)

test('what cannot be prepared leaves no account, and is tried again later', async () => {
	await world.sql`update internal.sandboxes set prepared_on = prepared_on - 1`
	const broken = { ...services, sandboxes: { ready: 2, partsFor: () => Promise.reject(new Error('no thread')) } }
	await expect(resetSandboxes(broken, {}, never)).rejects.toThrow('no thread')
	expect(await counts()).toEqual({ ready: 0, accounts: 0, companies: 0 })
	await resetSandboxes(services, {}, never)
	expect((await counts())?.ready).toBeGreaterThan(0)
}, 120_000)

test('when it stops, nothing new is begun; without the setting what stands ends with its day', async () => {
	const before = await counts()
	expect(
		await resetSandboxes(
			{ ...services, sandboxes: { ready: 9, partsFor: async (owner: string) => sandboxParts(owner, new Date()) } },
			{},
			AbortSignal.abort(),
		),
	).toBe(0)
	expect(await counts()).toEqual(before)
	await world.sql`update internal.sandboxes set prepared_on = prepared_on - 1`
	await resetSandboxes({ ...services, sandboxes: undefined }, {}, never)
	expect(await counts()).toEqual({ ready: 0, accounts: 0, companies: 0 })
}, 120_000)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { carryOutTransfers } from '#app/features/transfers/transfers.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'
import { as, type Installation, newCompany, openInstallation } from './installation.ts'

let place: Installation
beforeAll(async () => {
	place = await openInstallation('empty')
}, 120_000)
afterAll(() => place.close())

type Claim = { id: string; attempt: number }
const claim = async (): Promise<Claim | null> => {
	const [row] = await place.sql`select public.claim_transfer() as claim`
	return row?.claim as Claim | null
}
const lapse = (id: string) =>
	place.sql`update public.transfers set leased_until = now() - interval '1 second' where id = ${id}`
const collect = ({ id, attempt }: Claim) =>
	place.sql`select public.collect_export(${id}, ${attempt})`.then(
		() => 'done',
		(error: Error) => error.message,
	)
const rowsOf = async (id: string): Promise<number> => {
	const [row] = await place.sql`select count(*)::integer as rows from internal.transfer_rows where transfer_id = ${id}`
	return row?.rows as number
}

test('one attempt at a time: whoever was too slow finds that another has it, and nothing is left after three', async () => {
	const { owner, company } = await newCompany(place)
	const id = await as(place, owner, 'public.ask_for_export($1)', [company])
	const first = (await claim()) as Claim
	expect(first).toMatchObject({ id, attempt: 1 })
	expect(await claim()).toBeNull()
	expect(await collect(first)).toBe('done')
	await lapse(id)
	const second = (await claim()) as Claim
	expect([second.attempt, await rowsOf(id)]).toEqual([2, 0])
	expect(await collect(first)).toBe('transfer_over')
	const [ended] = await place.sql`select public.end_transfer(${id}, 1, 10) as ended`
	expect(ended?.ended).toBe(false)
	await lapse(id)
	expect(await collect((await claim()) as Claim)).toBe('done')
	await lapse(id)
	expect([await claim(), await rowsOf(id)]).toEqual([null, 0])
	const [after] = await place.sql`select state, fault from public.transfers where id = ${id}`
	expect(after).toEqual({ state: 'failed', fault: 'interrupted' })
})

test('a server that stops leaves the transfer to the next one', async () => {
	const { owner, company } = await newCompany(place)
	const id = await as(place, owner, 'public.ask_for_export($1)', [company])
	await expect(carryOutTransfers(place.services, undefined, AbortSignal.abort())).rejects.toThrow('aborted')
	const [waiting] = await place.sql`select state, attempts from public.transfers where id = ${id}`
	expect(waiting).toEqual({ state: 'waiting', attempts: 0 })
	await carryOutTransfers(place.services)
	const [done] = await place.sql`select state, done_rows from public.transfers where id = ${id}`
	expect(done).toEqual({ state: 'done', done_rows: 1 })
})

test('the file of a large business is not refused for its size, one that is too large for an import is', async () => {
	const { company } = await newCompany(place)
	const files = serverClient(place.services).storage
	const large = new Blob([new Uint8Array(60 * 1024 ** 2)])
	const kept = await files
		.from('company-exports')
		.upload(`${company}/x.zip`, large.stream(), { contentType: 'application/zip', duplex: 'half' })
	expect(kept.error).toBeNull()
	await place.sql`update storage.buckets set file_size_limit = 1000 where id = 'company-imports'`
	const refused = await files
		.from('company-imports')
		.upload(`${company}/x.zip`, large.stream(), { contentType: 'application/zip', duplex: 'half' })
	expect(refused.error?.message).toMatch(/exceeded the maximum/)
})

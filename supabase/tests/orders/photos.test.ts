import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announcedImageContract, orderImagesContract } from '#app/features/orders/photos.server.ts'
import { codeOf } from '../booking/salon.ts'
import { type Business, openBusinesses } from './businesses.ts'
import { insertOrder } from './wishes.ts'
import { type Market, openMarket } from './world.ts'

let market: Market
let rival: Business
beforeAll(async () => {
	market = await openMarket(16)
	const [opened] = await openBusinesses(market, 1)
	if (opened) rival = opened
})
afterAll(() => market.close())
beforeEach(async () => {
	await market.clear()
	await market.sql`delete from internal.files_to_remove`
})

type Own = { id: string; secret: string | null }
const add = async ({ id, secret }: Own, changes: object = {}) =>
	announcedImageContract.strict().parse(
		await market.call('anon', 'add_order_image', {
			order: id,
			secret,
			bytes: 1000,
			width: 800,
			height: 600,
			...changes,
		}),
	)
const arrive = async ({ id, secret }: Own, image: { id: string; path: string }) => {
	await market.sql`insert into storage.objects (bucket_id, name) values ('customer-files', ${image.path}) on conflict do nothing`
	await market.call('anon', 'order_image_stored', { order: id, secret, image: image.id })
}
const kept = async (own: Own) => {
	const image = await add(own)
	await arrive(own, image)
	return image
}
const imagesOf = async ({ id, secret }: Own) =>
	orderImagesContract.parse(await market.call('anon', 'order_images', { order: id, secret }))
const seenBy = async (who: string, order: string, location = market.ids.location) =>
	orderImagesContract.parse(await market.call(who, 'matching_order_images', { order, location }))
const removed = async () =>
	(await market.sql`select file_path from internal.files_to_remove order by 1`).map(
		({ file_path }) => file_path as string,
	)
async function draft(): Promise<Own> {
	const secret = randomUUID()
	const id = await market.call<string>('anon', 'save_search_order_draft', { secret, draft: {} })
	return { id, secret }
}

test('photos are kept with a draft by its browser, four at most, and each is seen once it has arrived', async () => {
	const own = await draft()
	const image = await add(own)
	expect(image.path).toMatch(/^orders\/[0-9a-f-]{36}\.webp$/)
	expect(await imagesOf(own)).toEqual([])
	expect(
		await codeOf(market.call('anon', 'order_image_stored', { order: own.id, secret: own.secret, image: image.id })),
	).toBe('photo_not_found')
	await arrive(own, image)
	for (let n = 0; n < 3; n++) await kept(own)
	expect((await imagesOf(own)).map(({ id }) => id)[0]).toBe(image.id)
	expect(await imagesOf(own)).toHaveLength(4)
	expect(await codeOf(add(own))).toBe('too_many_photos')
	const remove = { order: own.id, secret: own.secret, image: image.id }
	await market.call('anon', 'remove_order_image', remove)
	await market.call('anon', 'remove_order_image', remove)
	expect(await imagesOf(own)).toHaveLength(3)
	expect(await removed()).toEqual([image.path])
})

test('nobody else adds, removes or sees one, nor does who helps choosing', async () => {
	const wish = await insertOrder(market)
	const image = await kept(wish)
	await market.sql`insert into public.search_order_links values (sha256('zeigen'), ${wish.id}, 'read', now() + interval '1 day')`
	for (const secret of ['wrong', null, 'zeigen']) {
		const other = { id: wish.id, secret }
		expect(await codeOf(add(other))).toBe('order_not_found')
		expect(await codeOf(imagesOf(other))).toBe('order_not_found')
		for (const verb of ['order_image_stored', 'remove_order_image'])
			expect(await codeOf(market.call('anon', verb, { order: wish.id, secret, image: image.id }))).toBe(
				'order_not_found',
			)
	}
	const strange = await draft()
	await market.call('anon', 'remove_order_image', { order: strange.id, secret: strange.secret, image: image.id })
	expect(await imagesOf(wish)).toHaveLength(1)
	for (const change of [{ bytes: 0 }, { bytes: 8388609 }, { bytes: null }, { width: 0 }, { height: 20001 }])
		expect(await codeOf(add(wish, change))).toBe('photo_invalid')
})

test('members of published locations that fit see them, and nobody else', async () => {
	const wish = await insertOrder(market)
	const image = await kept(wish)
	expect(await seenBy(market.user.manager, wish.id)).toMatchObject([{ id: image.id, path: image.path, width: 800 }])
	expect(await seenBy(rival.owner, wish.id, rival.location)).toHaveLength(1)
	expect(await codeOf(seenBy(rival.owner, wish.id))).toBe('location_not_found')
	expect(await codeOf(seenBy(market.user.stranger, wish.id))).toBe('location_not_found')
	expect(
		await codeOf(market.call('anon', 'matching_order_images', { order: wish.id, location: market.ids.location })),
	).toMatch(/permission denied/)
	await market.sql`update public.locations set state = 'paused' where id = ${rival.location}`
	expect(await codeOf(seenBy(rival.owner, wish.id, rival.location))).toBe('not_allowed')
	await market.sql`update public.locations set state = 'published' where id = ${rival.location}`
	await market.sql`update public.search_orders set latitude = 48 where id = ${wish.id}`
	expect(await codeOf(seenBy(market.user.manager, wish.id))).toBe('order_not_found')
	// Under § 203 StGB without consent nobody.
	const secret = await insertOrder(market)
	await kept(secret)
	await market.sql`update public.categories set secret = true where id = 1`
	expect(await codeOf(seenBy(market.user.manager, secret.id))).toBe('order_not_found')
	await market.sql`update public.search_orders set health_consent_at = now() where id = ${secret.id}`
	expect(await seenBy(market.user.manager, secret.id)).toHaveLength(1)
	await market.sql`update public.categories set secret = false where id = 1`
})

test('after the end only whose offer was accepted still sees them', async () => {
	const { manager } = market.user
	const { sql } = market
	const wish = await insertOrder(market)
	await kept(wish)
	for (const end of [{ state: 'withdrawn' }, { state: 'expired' }, { state: 'matched' }]) {
		await sql`update public.search_orders set ${sql(end)}, closed_at = now() where id = ${wish.id}`
		expect(await codeOf(seenBy(manager, wish.id))).toBe('order_closed')
	}
	await sql`update public.search_orders set state = 'open', closed_at = null, expires_at = now() - interval '1 minute' where id = ${wish.id}`
	expect(await codeOf(seenBy(manager, wish.id))).toBe('order_closed')
	await sql`update public.search_orders set state = 'matched', closed_at = now() where id = ${wish.id}`
	await sql`insert into public.offers (order_id, company_id, location_id, employee_ids, service_ids, price_cents, expires_at, sent_at, state, decided_at)
		values (${wish.id}, ${market.ids.company}, ${market.ids.location}, ${[market.ids.anna]}, ${[market.ids.cut]}, 4500, now(), now(), 'accepted', now())`
	expect(await seenBy(manager, wish.id)).toHaveLength(1)
	expect(await codeOf(seenBy(rival.owner, wish.id, rival.location))).toBe('order_closed')
})

test('they go with the words, with the draft, with what never arrived, and after a decision', async () => {
	const wish = await insertOrder(market)
	const image = await kept(wish)
	await market.call('anon', 'withdraw_search_order', { order: wish.id, secret: wish.secret })
	expect(await codeOf(add(wish))).toBe('order_closed')
	await market.sql`update public.search_orders set closed_at = now() - interval '31 days' where id = ${wish.id}`
	await market.call('service_role', 'forget_due', { rule: 'closed_orders' })
	expect(await removed()).toEqual([image.path])
	const own = await draft()
	const left = await kept(own)
	await market.sql`update public.search_orders set created_at = now() - interval '3 days' where id = ${own.id}`
	await market.call('service_role', 'forget_due', { rule: 'order_drafts' })
	expect(await removed()).toContain(left.path)
	const third = await insertOrder(market)
	const lost = await add(third)
	await market.sql`update public.search_order_images set added_at = now() - interval '2 days'`
	await market.call('service_role', 'forget_due', { rule: 'unstored_files' })
	expect(await removed()).toContain(lost.path)
	expect(await market.sql`select from public.search_order_images`).toHaveLength(0)
})

test('of many at once four stay', async () => {
	const own = await draft()
	const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(add(own))))
	expect(codes.filter((code) => code === 'no error')).toHaveLength(4)
	expect(codes.filter((code) => code === 'too_many_photos')).toHaveLength(4)
})

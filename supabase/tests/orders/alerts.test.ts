import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wishContract } from '#app/features/orders/orders.contracts.ts'
import { requestContract } from '#app/features/request/request.contracts.ts'
import { at, codeOf } from '../booking/salon.ts'
import { openWaiting, startAt, type Waiting } from './waiting-world.ts'

let salon: Waiting
beforeAll(async () => {
	salon = await openWaiting()
})
afterAll(() => salon.close())
beforeEach(() => salon.clear())

const noon = at(1, '12:00')
const draft = (changes: object = {}) => ({
	...{ category: 'friseur', place_label: 'Mitte', latitude: 52.51, longitude: 13.41, city_id: 1, radius_km: 10 },
	...{ windows: [startAt(2, '15:00')], ...changes },
})
/** An alert whose address is confirmed. */
async function alert(changes: object = {}, now = noon) {
	const secret = randomUUID()
	const contact = { name: 'Mia', email: `${randomUUID()}@example.org` }
	const args = { draft: draft(changes), secret: randomUUID(), contact, consent: true }
	const { id } = wishContract.parse(await salon.call('anon', 'ask_for_alert', args, now))
	await salon.link(id, secret)
	await salon.call('anon', 'confirm_search_order', { order: id, secret }, now)
	return { id, secret }
}
const tell = (now: string) => salon.call<number>('service_role', 'tell_alerts', {}, now)
const told = async (id: string) => (await salon.kindsOf(id)).filter((kind) => kind === 'alert_found').length
/** Nobody has time on that day. */
const fill = async (day: number): Promise<void> => {
	const location = { location: salon.ids.location, starts_at: at(day, '00:00'), ends_at: at(day + 1, '00:00') }
	for (const employee of [salon.ids.anna, salon.ids.ben])
		await salon.call(salon.user.manager, 'block_time', { ...location, employee })
	await salon.sql`update public.locations set state = 'paused' where id = ${salon.ids.foreignLocation}`
}

describe('alerts', () => {
	test('one that cannot be looked at keeps nobody else waiting', async () => {
		const [broken, next] = [await alert(), await alert()]
		await salon.sql`update public.search_orders set windows = '[{"first": "x"}]', next_check_at = '-infinity' where id = ${broken.id}`
		expect(await tell(noon)).toBe(2)
		expect(await told(next.id)).toBe(1)
	})

	test('a time within two days is told at once, once, with what can be booked, and nothing is held', async () => {
		const { id, secret } = await alert()
		expect(await tell(noon)).toBe(1)
		const [mail] = (await salon.mailsOf(id)).filter(({ kind }) => kind === 'alert_found')
		const starts = mail?.payload.starts as { starts_at: string; business: string }[]
		expect(starts.length).toBeGreaterThan(0)
		expect(starts.length).toBeLessThanOrEqual(6)
		for (const { starts_at } of starts) expect(Date.parse(starts_at)).toBe(Date.parse(at(2, '15:00')))
		expect(await tell(at(1, '12:40'))).toBe(1)
		expect(await tell(at(1, '14:00'))).toBe(1)
		expect(await told(id)).toBe(1)
		expect(await salon.sql`select from public.holds`).toHaveLength(0)
		const page = requestContract.strict().parse(await salon.call('anon', 'get_request', { order: id, secret }, noon))
		expect(page).toMatchObject({ kind: 'alert', waiting: null })
		expect(page.found?.length).toBe(starts.length)
	})

	test('says nothing of a business that has blocked its customer or is blocked by them', async () => {
		const { company, other } = salon.ids
		for (const by of [true, false]) {
			const { id, secret } = await alert()
			const shown = async () =>
				requestContract.parse(await salon.call('anon', 'get_request', { order: id, secret }, noon)).found?.length
			expect(await shown()).toBeGreaterThan(0)
			await salon.sql`insert into public.order_blocks (company_id, contact_hash, by_customer)
				select firm.id, one.contact_hash, ${by} from public.search_orders one, public.companies firm
				where one.id = ${id} and firm.id in (${company}, ${other})`
			expect(await shown()).toBe(0)
			await tell(noon)
			expect(await told(id)).toBe(0)
		}
		const { id, secret } = await alert()
		await salon.sql`insert into public.customers (company_id, name, email, blocked)
			select firm.id, 'Mia', one.contact_email, true from public.search_orders one, public.companies firm
			where one.id = ${id} and firm.id in (${company}, ${other})`
		await tell(noon)
		expect(await told(id)).toBe(0)
		const page = requestContract.parse(await salon.call('anon', 'get_request', { order: id, secret }, noon))
		expect(page.found).toEqual([])
	})

	test('times further away come once a day, and nothing by night', async () => {
		const { id } = await alert({ windows: [startAt(6, '10:00', '12:00')] })
		await tell(noon)
		expect(await told(id)).toBe(1)
		await salon.sql`update public.search_orders set told_starts = '{}'`
		await tell(at(1, '18:00'))
		expect(await told(id)).toBe(1)
		await tell(at(2, '12:01'))
		expect(await told(id)).toBe(2)
		const night = await alert({ windows: [startAt(2, '15:00')] }, at(1, '20:30'))
		expect(await tell(at(1, '21:30'))).toBeGreaterThan(0)
		expect(await told(night.id)).toBe(0)
		await tell(at(2, '08:00'))
		expect(await told(night.id)).toBe(1)
	})

	test('a search that finds nothing is told when something becomes free', async () => {
		await fill(3)
		const { id } = await alert({ windows: [startAt(3, '10:00')] })
		await tell(noon)
		expect(await told(id)).toBe(0)
		await salon.sql`delete from public.blocks`
		await salon.work(at(1, '12:05'))
		expect(await tell(at(1, '12:06'))).toBe(1)
		expect(await told(id)).toBe(1)
		await salon.sql`update public.locations set state = 'published'`
	})

	test('of a trade under § 203 StGB the mail names neither business nor trade, and it needs consent', async () => {
		const contact = { name: 'Mia', email: 'mia@example.org' }
		const args = { draft: draft({ category: 'praxis' }), secret: randomUUID(), contact }
		expect(await codeOf(salon.call('anon', 'ask_for_alert', args, noon))).toBe('consent_missing')
		const { id } = await alert({ category: 'praxis' })
		await tell(noon)
		const mails = JSON.stringify(await salon.mailsOf(id))
		expect(mails).toContain('alert_found')
		expect(mails).not.toMatch(/loewe|Praxis|Massage/i)
	})

	test('what is missing is refused', async () => {
		const contact = { name: 'Mia', email: 'mia@example.org' }
		for (const [missing, code] of [
			['category', 'category_not_found'],
			['latitude', 'place_missing'],
			['windows', 'window_missing'],
		] as const) {
			const { [missing]: _, ...rest } = draft() as Record<string, unknown>
			const args = { draft: rest, secret: randomUUID(), contact }
			expect(await codeOf(salon.call('anon', 'ask_for_alert', args, noon))).toBe(code)
		}
		expect(
			await codeOf(salon.call('anon', 'ask_for_alert', { draft: null, secret: randomUUID(), contact }, noon)),
		).toBe('order_invalid')
	})
})

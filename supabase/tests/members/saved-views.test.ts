import { afterAll, beforeEach, expect, test } from 'vitest'
import { codeOf, openSalon, type Salon } from '../booking/salon.ts'

let salon: Salon
const salons: Salon[] = []
beforeEach(async () => {
	salon = await openSalon()
	salons.push(salon)
})
afterAll(() => Promise.all(salons.map((one) => one.close())))

const save = (who: string, name: string, changes: object = {}) =>
	salon.call<string>(who, 'save_view', {
		...{ company: salon.ids.company, list: 'appointments', name, query: 'status=requested', ...changes },
	})
const seen = (who: string) => salon.run(who, 'select name, query, is_default from public.saved_views order by name')
const names = async (who: string) => (await seen(who)).map(({ name }) => name as string)

test("nobody else can see, change or delete a member's views", async () => {
	const { owner, manager, staff, foreigner, stranger } = salon.user
	const view = await save(staff, '  Offene Anfragen ')
	expect(await seen(staff)).toEqual([{ name: 'Offene Anfragen', query: 'status=requested', is_default: false }])
	for (const who of [owner, manager, foreigner, stranger]) {
		expect(await seen(who)).toEqual([])
		expect(await codeOf(salon.call(who, 'delete_view', { view }))).toBe('view_not_found')
		expect(await codeOf(salon.call(who, 'set_default_view', { view, default: true }))).toBe('view_not_found')
	}
	for (const who of [foreigner, stranger]) expect(await codeOf(save(who, 'Fremd'))).toBe('company_not_found')
	expect(await codeOf(seen('anon'))).toMatch(/permission denied/)
	expect(await codeOf(save('anon', 'Fremd'))).toMatch(/permission denied/)
	expect(await codeOf(salon.run(staff, 'delete from public.saved_views'))).toMatch(/permission denied/)
	await salon.call(staff, 'delete_view', { view })
	expect(await seen(staff)).toEqual([])
})

test("a name is unique in a member's list, ignoring case, and not empty", async () => {
	const { manager, staff } = salon.user
	await save(staff, 'Heute')
	expect(await codeOf(save(staff, 'heute'))).toBe('view_name_taken')
	for (const unseen of ['   ', '\u200b', '\u00a0\u2060 ', '\u00ad\ufeff', '\u3164'])
		expect(await codeOf(save(staff, unseen))).toBe('view_name_missing')
	await save(manager, 'Heute')
	expect(await codeOf(save(staff, 'Morgen', { list: 'unknown' }))).toMatch(/saved_views_list_check/)
	await save(staff, 'x'.repeat(500), { query: 'y'.repeat(5000) })
	const [row] =
		await salon.sql`select length(name) as name, length(query) as query from public.saved_views where name like 'xx%'`
	expect(row).toEqual({ name: 60, query: 600 })
})

test('there are at most twenty, even when several are saved at once', async () => {
	const { staff } = salon.user
	for (let index = 0; index < 18; index++) await save(staff, `Ansicht ${index}`)
	const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => codeOf(save(staff, name))))
	expect(answers.filter((answer) => answer === 'no error')).toHaveLength(2)
	expect(answers.filter((answer) => answer === 'views_full')).toHaveLength(3)
	expect(await names(staff)).toHaveLength(20)
})

test('only one view of a list is the default', async () => {
	const { staff } = salon.user
	const first = await save(staff, 'Erste', { default: true })
	const second = await save(staff, 'Zweite', { default: true })
	const defaults = async () => (await seen(staff)).filter((row) => row.is_default).map(({ name }) => name as string)
	expect(await defaults()).toEqual(['Zweite'])
	await salon.call(staff, 'set_default_view', { view: first, default: true })
	expect(await defaults()).toEqual(['Erste'])
	// Removing the default from another view changes nothing.
	await salon.call(staff, 'set_default_view', { view: second, default: false })
	expect(await defaults()).toEqual(['Erste'])
	await salon.call(staff, 'set_default_view', { view: first, default: false })
	expect(await defaults()).toEqual([])
	expect(await codeOf(salon.call(staff, 'set_default_view', { view: second, default: true }))).toBe('no error')
})

test('each list has its own names and its own default', async () => {
	const { staff } = salon.user
	for (const list of ['appointments', 'customers']) await save(staff, 'Meine', { list, default: true })
	expect((await seen(staff)).map((row) => row.is_default)).toEqual([true, true])
})

test('views are deleted with the membership, and are closed while a required second factor is missing', async () => {
	const { owner, staff } = salon.user
	await save(staff, 'Meine')
	await salon.sql`insert into public.second_factor_duties values (${salon.ids.company}, 'staff')`
	expect(await seen(staff)).toEqual([])
	expect(await codeOf(save(staff, 'Andere'))).toBe('company_not_found')
	await salon.sql`delete from public.second_factor_duties`
	await salon.call(owner, 'remove_member', { company: salon.ids.company, user: staff })
	expect(await salon.sql`select from public.saved_views`).toHaveLength(0)
})

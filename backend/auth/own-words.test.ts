import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOfOwnWords } from './own-words.ts'
import { newEmail, PASSWORD, startTestServer, type TestServer } from './test-server.ts'

const HOUSE = ['werkstatt', 'termin']
const MIA = {
	email: 'mia.sommerfeld@example.org',
	data: { name: 'Mia Sömmerfeld-Öz', company_name: 'Salon Waldblick', age: 4 },
}

test.each([
	'werkstatt',
	'WerkStatt2026!',
	'Werk-Statt 123456',
	'TerminTermin1',
	'terminwerkstatt',
	'sommerfeld99',
	'Mia.Sommerfeld!',
	'sömmerfeld1990',
	'waldblick1',
	'SalonWaldblick#7',
	'Waldblick123456',
])('%s is refused', async (password) => {
	expect(await isOfOwnWords(password, HOUSE, MIA)).toBe(true)
})

test.each([
	'ein-langes-Wort-7',
	'mein Termin beim Zahnarzt',
	'xk7!waldblick-q93',
	'mia-und-der-regen',
	'!!!!????',
	PASSWORD,
])('%s is accepted', async (password) => {
	expect(await isOfOwnWords(password, HOUSE, MIA)).toBe(false)
})

const KAETHE = { email: 'info@example.org', data: { name: 'Käthe Müßig' } }
const JOERG = { email: 'info@example.org', data: { name: 'Jörg Weiß' } }
const JOERG_BARE = { email: 'joerg.weiss@example.org', data: {} }
const LUKASZ = { email: 'info@example.org', data: { name: 'Łukasz Yıldız' } }

test.each([
	['kaethe-muessig', KAETHE],
	['KaetheMuessig', KAETHE],
	['kathe-mussig', KAETHE],
	['Kaethe-Mußig1', KAETHE],
	['KA\u0308THE MU\u0308SSIG', KAETHE],
	['joergweiss', JOERG],
	['Jorg_Weiss99', JOERG],
	['JörgWeiß2026', JOERG_BARE],
	['lukasz-yildiz', LUKASZ],
	['ŁukaszYıldız', { email: 'lukasz.yildiz@example.org' }],
])('%s is refused in every spelling', async (password, person) => {
	expect(await isOfOwnWords(password, HOUSE, person)).toBe(true)
})

test('unusual data causes no failure', async () => {
	const data = {
		__proto__: null,
		name: '',
		list: ['werkstatt'],
		deep: { a: 'x'.repeat(10_000) },
		long: 'y'.repeat(10_000),
	}
	expect(await isOfOwnWords('quite another one', [], { email: null, data })).toBe(false)
	expect(await isOfOwnWords('quite another one', [], {})).toBe(false)
})

describe('the auth service', () => {
	let server: TestServer
	beforeAll(async () => {
		server = await startTestServer({ confirmMail: false, auth: { refuseOwnWords: HOUSE } })
	})
	afterAll(() => server?.stop())
	const REFUSED = { name: 'AuthWeakPasswordError', status: 422, code: 'weak_password', reasons: ['own_words'] }

	test('refuses such passwords at sign-up and at every change', async () => {
		const client = server.client()
		const email = newEmail()
		const data = { name: 'Mia Sommerfeld' }
		const signUp = (password: string) => client.auth.signUp({ email, password, options: { data } })
		expect((await signUp('Werkstatt2026')).error).toMatchObject(REFUSED)
		expect((await signUp('Sommerfeld1')).error).toMatchObject(REFUSED)
		const { data: made } = await signUp(PASSWORD)
		expect((await client.auth.updateUser({ password: 'Sommerfeld1' })).error).toMatchObject(REFUSED)
		const { admin } = server.client({ secret: true }).auth
		const changed = await admin.updateUserById(made.user?.id ?? '', { password: 'Sommerfeld1' })
		expect(changed.error).toMatchObject(REFUSED)
		const link = { type: 'signup' as const, email: newEmail(), password: 'Sommerfeld1', options: { data } }
		expect((await admin.generateLink(link)).error).toMatchObject(REFUSED)
	})
})

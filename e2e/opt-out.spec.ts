import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { bothWays, expect, test } from './fixtures.ts'

/** A link as in the platform's mails, and the answers stored for its address. */
async function openLink(sql: Sql) {
	const email = `werbung-${randomUUID()}@example.org`
	const [row] = await sql`insert into public.messages (kind, audience, recipient, state)
		values ('account_password_changed', 'customer', ${email}, 'sent') returning id`
	const [link] = await sql`select public.opt_out_token(${row?.id}) as token`
	const said = () => sql`select given, source from public.consents where address_hash = internal.address_hash(${email})`
	return { path: `/abmelden/${link?.token}`, said }
}

bothWays((javaScriptEnabled) => {
	test('the link alone unsubscribes from advertising, and the page says which mails still come', async ({
		page,
		sql,
		accessible,
	}) => {
		const { path, said } = await openLink(sql)
		await page.goto(path)
		await expect(page.getByText('keine Werbung von Zeitplatz mehr?')).toBeVisible()
		if (javaScriptEnabled) await accessible(page, 320, 1280)
		expect(await said()).toEqual([])
		await page.getByRole('button', { name: 'Werbung abbestellen' }).click()
		await expect(page.getByRole('status')).toContainText('Sie sind abgemeldet.')
		await expect(page.getByText('Weiterhin bekommen Sie')).toContainText('Bestätigungen, Änderungen und Absagen')
		if (javaScriptEnabled) await accessible(page)
		await page.goto(path)
		await expect(page.getByRole('status')).toContainText('Sie sind abgemeldet.')
		await expect(page.getByRole('button', { name: 'Werbung abbestellen' })).toHaveCount(0)
		expect([...(await said())]).toEqual([{ given: false, source: 'page' }])
	})
})

for (const as of ['form', 'multipart'] as const) {
	test(`a mail program's own button unsubscribes at once (${as})`, async ({ playwright, baseURL, sql }) => {
		const { path, said } = await openLink(sql)
		const program = await playwright.request.newContext({ baseURL })
		const answer = await program.post(path, { [as]: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 })
		expect(answer.status()).toBe(200)
		expect(answer.headers()['cache-control']).toContain('no-store')
		expect([...(await said())]).toEqual([{ given: false, source: 'one_click' }])
		await program.dispose()
	})
}

test('an incomplete link is explained', async ({ page, request, sql }) => {
	const { path } = await openLink(sql)
	const opened = await page.goto(path.slice(0, -3))
	expect(opened?.status()).toBe(404)
	await expect(page.getByRole('alert')).toContainText('Dieser Link zum Abbestellen ist nicht vollständig.')
	expect((await page.goto('/abmelden/%00'))?.status()).toBe(404)
	expect((await request.post(`${path}x`, { form: { 'List-Unsubscribe': 'One-Click' } })).status()).toBe(404)
})

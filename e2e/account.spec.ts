import { DEMO_PASSWORD, MIA } from '../supabase/seeds/demo/cast.ts'
import { bothWays, expect, test } from './fixtures.ts'
import { linkOf, newAddress, newPerson, PASSWORD, signIn, signOut } from './people.ts'

bothWays((javaScriptEnabled) => {
	test('an address changes once both mailboxes have confirmed', async ({ page, mailbox }) => {
		const email = await newPerson(page, mailbox)
		const next = newAddress()
		await page.goto('/profile/angaben')
		await page.getByLabel('Neue Adresse').fill('keine adresse')
		await page.getByRole('button', { name: 'Adresse ändern' }).click()
		await expect(page.getByText('vollständige E-Mail-Adresse')).toBeVisible()
		await expect(page.getByLabel('Neue Adresse')).toHaveValue('keine adresse')
		await page.getByLabel('Neue Adresse').fill(next)
		await page.getByRole('button', { name: 'Adresse ändern' }).click()
		await expect(page.getByText('Änderung noch nicht bestätigt')).toBeVisible()
		await expect(page.getByText(next)).toBeVisible()
		await page.goto(linkOf((await mailbox(next))[0]))
		await page.getByRole('button', { name: 'Änderung bestätigen' }).click()
		await expect(page.getByText('Eine von zwei Bestätigungen ist da')).toBeVisible()
		await page.goto('/profile/angaben')
		await expect(page.getByText(`Zurzeit ${email}`)).toBeVisible()
		await page.goto(linkOf((await mailbox(email, 2))[1]))
		await page.getByRole('button', { name: 'Änderung bestätigen' }).click()
		await expect(page.getByText('Ihre neue E-Mail-Adresse gilt jetzt.')).toBeVisible()
		await expect(page.getByText(`Zurzeit ${next}`)).toBeVisible()
		await signOut(page)
		await page.goto('/profile')
		await signIn(page, next, PASSWORD)
		await expect(page).toHaveURL('/profile')
	})

	test('a change of address that a stranger asked for gives the stranger nothing', async ({
		page,
		browser,
		baseURL,
		mailbox,
	}) => {
		const email = await newPerson(page, mailbox)
		const next = newAddress()
		await page.goto('/profile/angaben')
		await page.getByLabel('Neue Adresse').fill(next)
		await page.getByRole('button', { name: 'Adresse ändern' }).click()
		await expect(page.getByText('Änderung noch nicht bestätigt')).toBeVisible()
		await page.goto(linkOf((await mailbox(email, 2))[1]))
		await page.getByRole('button', { name: 'Änderung bestätigen' }).click()
		await expect(page.getByText('Eine von zwei Bestätigungen ist da')).toBeVisible()
		const link = linkOf((await mailbox(next))[0])
		const context = await browser.newContext({ baseURL, javaScriptEnabled })
		const elsewhere = await context.newPage()
		await elsewhere.goto(link)
		const refused = elsewhere.getByText('Öffnen Sie diesen Link in dem Browser, in dem Sie die Änderung verlangt haben')
		await expect(refused).toBeVisible()
		await expect(elsewhere.getByRole('button', { name: 'Änderung bestätigen' })).toHaveCount(0)
		const token = new URL(link, baseURL).searchParams.get('token_hash') ?? ''
		const form = { token, type: 'email_change', next: '' }
		const pressed = await context.request.post('/auth/confirm', { form, headers: { origin: String(baseURL) } })
		expect(pressed.status()).toBe(403)
		// The link does not count either in a browser where somebody else is signed in.
		await elsewhere.goto('/auth/login')
		await signIn(elsewhere, MIA.email, DEMO_PASSWORD)
		await expect(elsewhere).toHaveURL('/profile')
		await elsewhere.goto(link)
		await elsewhere.getByRole('button', { name: 'Änderung bestätigen' }).click()
		await expect(refused).toBeVisible()
		await context.close()
		// The link is still unused after all that.
		await page.goto(link)
		await page.getByRole('button', { name: 'Änderung bestätigen' }).click()
		await expect(page.getByText(`Zurzeit ${next}`)).toBeVisible()
	})

	test('a password changes by the present one or by a mailed code', async ({ page, mailbox }) => {
		const email = await newPerson(page, mailbox)
		await page.goto('/profile/sicherheit')
		await page.getByLabel('Bisheriges Passwort').fill('falsch-falsch')
		await page.getByLabel('Neues Passwort').fill('ganz-neues-Wort-8')
		await page.getByRole('button', { name: 'Passwort ändern' }).click()
		await expect(page.getByText('Das bisherige Passwort stimmt nicht.')).toBeVisible()
		// Without JavaScript the server would have to send the password back in the page.
		await expect(page.getByLabel('Neues Passwort')).toHaveValue(javaScriptEnabled ? 'ganz-neues-Wort-8' : '')
		await page.getByLabel('Bisheriges Passwort').fill(PASSWORD)
		await page.getByLabel('Neues Passwort').fill('ganz-neues-Wort-8')
		await page.getByRole('button', { name: 'Passwort ändern' }).click()
		await expect(page.getByText('Ihr Passwort ist geändert.')).toBeVisible()
		await page.getByRole('button', { name: 'Passwort vergessen?' }).click()
		await expect(page.getByText('Wir haben Ihnen einen Code gesendet.')).toBeVisible()
		const codeMail = (await mailbox(email, 3)).find(({ subject }) => /code/i.test(subject))
		await page.getByLabel('Code aus der E-Mail').fill('000000')
		await page.getByLabel('Neues Passwort').fill('noch-ein-Wort-9')
		await page.getByRole('button', { name: 'Passwort ändern' }).click()
		await expect(page.getByText('Der Code stimmt nicht.')).toBeVisible()
		await page.getByLabel('Code aus der E-Mail').fill(/\b\d{6}\b/.exec(codeMail?.text ?? '')?.[0] ?? '')
		await page.getByLabel('Neues Passwort').fill('noch-ein-Wort-9')
		await page.getByRole('button', { name: 'Passwort ändern' }).click()
		await expect(page.getByText('Ihr Passwort ist geändert.')).toBeVisible()
		await signOut(page)
		await page.goto('/profile')
		await signIn(page, email, 'noch-ein-Wort-9')
		await expect(page).toHaveURL('/profile')
	})
})

bothWays(() => {
	test('bookings made as a guest are offered to the confirmed account and taken over', async ({
		page,
		mailbox,
		sql,
	}) => {
		const email = await newPerson(page, mailbox)
		await expect(page.getByText('übernehmen?')).toHaveCount(0)
		// Changes a guest's booking of the demo to this address.
		const [found] = await sql`select id, customer_id from public.appointments
			where user_id is null and contact_email <> '' and state = 'completed' order by random() limit 1`
		await sql`update public.customers set email = ${email}, user_id = null where id = ${found?.customer_id}`
		await sql`update public.appointments set contact_email = ${email} where id = ${found?.id}`
		await page.goto('/profile')
		await expect(page.getByText('Diese Buchung übernehmen?')).toBeVisible()
		await sql`update public.appointments set state = 'cancelled' where id = ${found?.id}`
		await page.reload()
		await expect(page.getByRole('listitem').filter({ hasText: '· Abgesagt' })).toBeVisible()
		await page.getByRole('button', { name: 'Übernehmen' }).click()
		await expect(page.getByText('Die Buchungen stehen jetzt in Ihrem Konto.')).toBeVisible()
		await expect(page.getByRole('region', { name: 'Vergangene Termine' }).getByRole('listitem')).toHaveCount(1)
	})

	test('an account is deleted after its waiting time, unless the person keeps it', async ({ page, mailbox, sql }) => {
		const email = await newPerson(page, mailbox)
		await page.goto('/profile/konto')
		await page.getByRole('button', { name: 'Konto löschen' }).click()
		await expect(page.getByText('Bitte bestätigen Sie, dass Sie das möchten.')).toBeVisible()
		const ask = async (): Promise<void> => {
			await page.getByLabel('Ja, mein Konto soll gelöscht werden.').check()
			await page.getByRole('button', { name: 'Konto löschen' }).click()
			await expect(page.getByText(/Ihr Konto wird am .* gelöscht\. Bis dahin/)).toBeVisible()
		}
		await ask()
		const mail = (await mailbox(email, 2))[1]
		expect(mail?.subject).toBe('Ihr Konto wird gelöscht')
		await signOut(page)
		await page.goto('/profile')
		await signIn(page, email, PASSWORD)
		await expect(page.getByText(/Ihr Konto wird am .* gelöscht/)).toBeVisible()
		await page.getByRole('link', { name: 'Doch behalten' }).click()
		await page.getByRole('button', { name: 'Konto behalten' }).click()
		await expect(page.getByText('Ihr Konto bleibt bestehen.')).toBeVisible()
		await page.goto('/profile/konto')
		await ask()
		// Mails are sent in parallel, so the last one is ordered only after the previous one has arrived.
		await mailbox(email, 3)
		await sql`update internal.account_deletions set due_at = now() where user_id = (select id from auth.users where email = ${email})`
		await sql`select public.delete_due_accounts()`
		expect((await mailbox(email, 4)).at(-1)?.subject).toBe('Ihr Konto ist gelöscht')
		await page.goto('/profile/angaben')
		await expect(page).toHaveURL('/auth/login')
		await signIn(page, email, PASSWORD)
		await expect(page.getByRole('alert')).toContainText('E-Mail-Adresse oder Passwort stimmt nicht')
	})
})

test('a sign-in from another device and a new password are reported by mail', async ({
	page,
	browser,
	baseURL,
	mailbox,
}) => {
	const email = await newPerson(page, mailbox)
	const context = await browser.newContext({ baseURL, userAgent: 'Mozilla/5.0 (Windows NT 10.0) Gecko Firefox/140.0' })
	const other = await context.newPage()
	await other.goto('/profile/sicherheit')
	await signIn(other, email, PASSWORD)
	const told = (await mailbox(email, 2))[1]
	expect(told?.subject).toBe('Neue Anmeldung in Ihrem Konto')
	expect(told?.text).toContain('Firefox auf Windows')
	await other.getByLabel('Bisheriges Passwort').fill(PASSWORD)
	await other.getByLabel('Neues Passwort').fill('ganz-neues-Wort-8')
	await other.getByRole('button', { name: 'Passwort ändern' }).click()
	expect((await mailbox(email, 3))[2]?.subject).toBe('Ihr Passwort wurde geändert')
	await context.close()
})

test('the mails of a change of address can be sent again, and nobody learns that an address is in use', async ({
	page,
	mailbox,
}) => {
	const email = await newPerson(page, mailbox)
	const [next, taken] = [newAddress(), MIA.email]
	await page.goto('/profile/angaben')
	await page.getByLabel('Neue Adresse').fill(email)
	await page.getByRole('button', { name: 'Adresse ändern' }).click()
	await expect(page.getByText('Das ist schon Ihre E-Mail-Adresse.')).toBeVisible()
	for (const address of [taken, next]) {
		await page.getByLabel('neue Adresse').fill(address)
		await page.getByRole('button', { name: 'Adresse ändern' }).click()
		await expect(page.getByText('Änderung noch nicht bestätigt')).toBeVisible()
		await expect(page.getByText(`Neue Adresse: ${address}`)).toBeVisible()
	}
	await mailbox(next)
	await page.getByRole('button', { name: 'E-Mails noch einmal senden' }).click()
	expect(await mailbox(next, 2)).toHaveLength(2)
	const own = (await mailbox(email, 4)).map(({ text }) => text).join()
	expect([own.includes(taken), own.includes(next)]).toEqual([true, true])
	expect((await mailbox(taken, 0)).filter(({ text }) => text.includes(email))).toEqual([])
})

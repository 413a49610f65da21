import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { at, CONTACT, codeOf, openSalon, type Salon } from '../booking/salon.ts'

// Nobody can use the outbox to write to people who have not asked for it (80_messages/20_mail_limits.sql).
let salon: Salon
const salons: Salon[] = []
let slot = 0
beforeEach(async () => {
	salon = await openSalon()
	salons.push(salon)
	slot = 0
})
afterAll(() => Promise.all(salons.map((one) => one.close())))

const BYSTANDER = 'bystander@example.net'
const ADVERT = 'Besuchen Sie www.spam.example'
/** A different time for each booking with Anna, from the third day on. */
const nextTime = (): string => {
	const time = slot++
	return at(
		3 + Math.floor(time / 24),
		`${String(8 + Math.floor((time % 24) / 2)).padStart(2, '0')}:${time % 2 ? '30' : '00'}`,
	)
}
const book = (email: string, from?: string, more: object = {}) =>
	salon.book({ starts_at: nextTime() }, { ...CONTACT, email, ...more }, undefined, from)
type Mail = {
	kind: string
	audience: string
	recipient: string
	state: string
	last_error: string
	payload: Record<string, never>
}
const mailsTo = async (recipient: string): Promise<Mail[]> => {
	await salon.composeMails()
	return await salon.sql<Mail[]>`select kind, audience, recipient, state, last_error, payload from public.messages
		where recipient = ${recipient} order by created_at, kind`
}
const sentTo = async (recipient: string) => (await mailsTo(recipient)).filter(({ state }) => state !== 'skipped')
/** How often each answer came. */
const tally = (answers: string[]) =>
	Object.fromEntries(
		[...new Set(answers)].sort().map((answer) => [answer, answers.filter((one) => one === answer).length]),
	)
const byHand = (more: object = {}, contact: object = { name: 'Vera', email: BYSTANDER }, from = '203.0.113.9') => {
	const usual = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna, contact }
	return salon.call(
		salon.user.owner,
		'create_appointment',
		{ ...usual, starts_at: nextTime(), ...more },
		undefined,
		from,
	)
}

describe('guests', () => {
	test('sixty bookings at once for a bystander cause six mails, from whatever addresses they come', async () => {
		const attack = await Promise.all(
			Array.from({ length: 60 }, (_, index) =>
				codeOf(book(index % 2 ? BYSTANDER : `Bystander+${index}@EXAMPLE.net`, `198.51.${index}.7`, { name: ADVERT })),
			),
		)
		expect(tally(attack)).toEqual({ 'no error': 6, too_many_to_address: 54 })
		await salon.composeMails()
		const mails = await salon.sql`select payload from public.messages where audience = 'customer'`
		expect(mails).toHaveLength(6)
		expect(JSON.stringify(mails)).not.toContain('spam')
		// The other bookings stay held for whoever made them.
		expect(await salon.sql`select id from public.holds where ended_at is null`).toHaveLength(54)
	})

	test('at most ten mails a day to an address, and again the next day', async () => {
		const hour = (count: number) => `${at(2, '00:10').slice(0, 11)}${String(count).padStart(2, '0')}:10:00Z`
		const bookAt = (now: string) =>
			codeOf(salon.book({ starts_at: nextTime() }, { ...CONTACT, email: BYSTANDER }, now, `198.51.100.${slot}`))
		const answers: string[] = []
		for (let count = 0; count < 12; count++) answers.push(await bookAt(hour(Math.floor(count / 4))))
		expect(tally(answers)).toEqual({ 'no error': 10, too_many_to_address: 2 })
		expect(await bookAt(at(3, '02:00'))).toBe('no error')
	})

	test('twenty an hour from an address, sixty from its network and from all unknown addresses', async () => {
		const many = (count: number, from: (index: number) => string) =>
			Promise.all(Array.from({ length: count }, (_, index) => codeOf(book(`p${slot}@example.net`, from(index)))))
		expect(tally(await many(25, () => '203.0.113.7'))).toEqual({ 'no error': 20, too_many_bookings: 5 })
		expect(tally(await many(45, (index) => `203.0.113.${100 + index}`))).toEqual({
			'no error': 40,
			too_many_bookings: 5,
		})
		expect(await many(1, () => '203.0.114.1')).toEqual(['no error'])
	})

	test('a family can book five visits in a row', async () => {
		for (let person = 0; person < 5; person++) await book('familie@example.net', '203.0.113.7', { name: `Kind Muster` })
		expect(await sentTo('familie@example.net')).toHaveLength(5)
	})

	test('an account can book for its own confirmed address more often than a guest, but at most twenty times an hour', async () => {
		const mine = async (email: string) => {
			const args = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna }
			const held = await salon.call(salon.user.customer, 'hold_appointment', { ...args, starts_at: nextTime() })
			const contact = { ...CONTACT, email }
			const confirmed = { appointment: held.id, contact }
			return codeOf(salon.call(salon.user.customer, 'confirm_appointment', confirmed, undefined, `198.51.100.${slot}`))
		}
		const own = []
		for (let count = 0; count < 8; count++) own.push(await mine('Customer@example.org'))
		expect(tally(own)).toEqual({ 'no error': 8 })
		const others = []
		for (let count = 0; count < 21; count++) others.push(await mine(`p${count}@example.net`))
		expect(others.at(-1)).toBe('too_many_bookings')
		expect(await mine(BYSTANDER)).toBe('too_many_bookings')
		expect(tally(others)).toEqual({ 'no error': 12, too_many_bookings: 9 })
		// Confirming at once keeps no holds, so without a limit somebody could book out a salon.
		expect(await mine('Customer@example.org')).toBe('too_many_bookings')
	})

	test('can move an appointment five times a day', async () => {
		const { id, secret } = await book(BYSTANDER, '203.0.113.7')
		const move = () =>
			codeOf(
				salon.call(
					'anon',
					'reschedule_appointment',
					{ appointment: id, secret, starts_at: nextTime() },
					undefined,
					'203.0.113.7',
				),
			)
		const moves = []
		for (let count = 0; count < 6; count++) moves.push(await move())
		expect(tally(moves)).toEqual({ 'no error': 5, too_many_moves: 1 })
		expect(await codeOf(salon.call('anon', 'cancel_appointment', { appointment: id, secret }))).toBe('no error')
	})

	test('can move appointments of one address six times an hour', async () => {
		const moves = []
		for (let booking = 0; booking < 2; booking++) {
			const from = `203.0.113.${booking}`
			const { id, secret } = await book(BYSTANDER, from)
			const move = () =>
				salon.call(
					'anon',
					'reschedule_appointment',
					{ appointment: id, secret, starts_at: nextTime() },
					undefined,
					from,
				)
			for (let count = 0; count < 4; count++) moves.push(await codeOf(move()))
		}
		expect(tally(moves)).toEqual({ 'no error': 6, too_many_moves: 2 })
	})
})

describe('businesses', () => {
	test('can enter any number of appointments; mails to one address end, and the reason is recorded', async () => {
		for (let count = 0; count < 8; count++) expect(await byHand()).toMatchObject({ state: 'confirmed' })
		expect((await mailsTo(BYSTANDER)).map(({ state, last_error }) => `${state} ${last_error}`.trim()).sort()).toEqual([
			...Array.from({ length: 6 }, () => 'queued'),
			...Array.from({ length: 2 }, () => 'skipped too_many_mails'),
		])
		expect(await salon.call('service_role', 'claim_messages', { limit: 100 })).toHaveLength(6)
	})

	test('can cause sixty mails an hour per member', async () => {
		for (let count = 0; count < 62; count++) await byHand({}, { name: 'Vera', email: `p${count}@example.net` })
		const [row] = await salon.sql`select count(*)::integer as kept from public.messages where state = 'skipped'`
		expect(row?.kept).toBe(2)
	})

	test.each([
		['a draft', 'location_unpublished', `update public.locations set state = 'draft'`],
		['a paused location', 'location_unpublished', `update public.locations set state = 'paused'`],
		['a suspended company', 'company_inactive', `update public.companies set state = 'suspended'`],
		['a closed company', 'company_inactive', `update public.companies set state = 'closed'`],
	])('%s writes to nobody: neither by entries by hand nor by invitations', async (_, reason, change) => {
		await salon.sql.unsafe(change)
		const { id } = await byHand()
		await salon.call(salon.user.owner, 'reschedule_appointment', { appointment: id, starts_at: nextTime() })
		await salon.call(salon.user.owner, 'cancel_appointment', { appointment: id })
		const mails = await mailsTo(BYSTANDER)
		expect(mails).toHaveLength(3)
		for (const mail of mails) expect(mail).toMatchObject({ state: 'skipped', last_error: reason })
		const invited = { company: salon.ids.company, email: BYSTANDER, role: 'staff' }
		const refused = reason === 'company_inactive' ? 'company_inactive' : 'not_published'
		expect(await codeOf(salon.call(salon.user.owner, 'invite_member', invited))).toBe(refused)
		expect(await salon.sql`select id from public.invitations`).toEqual([])
	})

	test('always tell people who booked online about the end, without the words of a suspended company', async () => {
		const { id } = await book(BYSTANDER)
		const told = await byHand({}, { name: 'Vera', email: 'told@example.net' })
		await salon.composeMails()
		await salon.sql`update public.companies set state = 'suspended'`
		for (const appointment of [id, told.id])
			await salon.call(salon.user.owner, 'cancel_appointment', { appointment, reason: 'Kaufen Sie jetzt' })
		for (const recipient of [BYSTANDER, 'told@example.net']) {
			const mails = await sentTo(recipient)
			expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['appointment_cancelled']))
			expect(JSON.stringify(mails)).not.toContain('Kaufen')
		}
	})

	test('can move an appointment at will; from the fourth mail on, one mail gives its final time', async () => {
		const { id } = await book(BYSTANDER)
		await salon.composeMails()
		const starts: string[] = []
		const claim = () =>
			salon.call<unknown[]>(
				'service_role',
				'claim_messages',
				{ limit: 100 },
				new Date(Date.now() + 11_000).toISOString(),
			)
		for (let count = 0; count < 6; count++) {
			starts.push(nextTime())
			await salon.call(salon.user.owner, 'reschedule_appointment', { appointment: id, starts_at: starts.at(-1) })
			if (count < 3) await claim()
		}
		const moves = (await mailsTo(BYSTANDER)).filter(({ kind }) => kind === 'appointment_rescheduled')
		expect(tally(moves.map(({ state, last_error }) => `${state} ${last_error}`.trim()))).toEqual({
			...{ sending: 3, queued: 1 },
			'skipped replaced': 2,
		})
		const last = moves.find(({ state }) => state === 'queued')?.payload as unknown as Record<string, string>
		expect(Date.parse(String(last.starts_at))).toBe(Date.parse(String(starts.at(-1))))
		// The time that the customer was last told.
		expect(Date.parse(String(last.old_starts_at))).toBe(Date.parse(String(starts[2])))
		expect(await claim()).toEqual([])
		await salon.call(salon.user.owner, 'cancel_appointment', { appointment: id })
		const waiting = await salon.sql`select kind from public.messages where state = 'queued'`
		expect(waiting).toEqual([{ kind: 'appointment_cancelled' }])
	})
})

describe('invitations', () => {
	test('count for their address over all companies', async () => {
		const answers: string[] = []
		for (let count = 0; count < 4; count++) {
			const company = await salon.call<string>(salon.user.owner, 'create_company', { name: `Firma ${count}` })
			await salon.sql`insert into public.locations (company_id, slug, name, state)
				values (${company}, ${`firma-${count}`}, 'Firma', 'published')`
			const invited = { company, email: BYSTANDER, role: 'staff' }
			answers.push(await codeOf(salon.call(salon.user.owner, 'invite_member', invited, undefined, '203.0.113.7')))
		}
		expect(answers).toEqual(['no error', 'no error', 'no error', 'resend_too_soon'])
	})

	test('contain nothing that leads to other sites', async () => {
		await salon.sql`update public.companies set name = ${ADVERT}, legal_name = 'spam.example', street = 'spam.example/1'`
		await salon.sql`update public.profiles set name = ${ADVERT}`
		await salon.call(salon.user.owner, 'invite_member', { company: salon.ids.company, email: BYSTANDER, role: 'staff' })
		const [mail] = await mailsTo(BYSTANDER)
		expect(mail?.payload).toMatchObject({
			invited_by: 'Die Leitung',
			company: { name: 'Ein Unternehmen', legal_name: '' },
		})
		expect(JSON.stringify(mail)).not.toContain('spam')
	})
})

describe('words of strangers', () => {
	const NAMES: [typed: string, shown: string][] = [
		...[
			'Mia Muster',
			'Jörg "Ö" O’Neil'.replaceAll('"', ''),
			'Dr. Anne-Marie von Weiß',
			'Dr.Müller',
			'Mia & Tom',
			'王小明',
			'J. R. Meier',
		].map((name): [string, string] => [name, name]),
		...[
			ADVERT,
			'spam.example',
			'Geld auf spam.example/x',
			'https://spam.example',
			'spam [dot] example',
			'ｓｐａｍ．ｅｘａｍｐｌｅ',
			'spam。example',
			's\u200Bpam\u200B.example',
			'info@spam.example',
			'info (at) spam',
			'Anruf 0900 123 45 67',
			't.me/spam',
			'Jetzt gewinnen!',
			'x'.repeat(61),
		].map((name): [string, string] => [name, '']),
	]
	test.each(NAMES)('the name %j becomes %j', async (typed, shown) => {
		await book(BYSTANDER, undefined, { name: typed, note: 'Mehr auf www.spam.example' })
		const [mail] = await mailsTo(BYSTANDER)
		expect(mail?.payload).toMatchObject({ customer: { name: shown } })
		expect(JSON.stringify(mail)).not.toContain('spam')
		// The business gets names, but nothing that leads to other sites.
		const [business] = await mailsTo('salon@example.com')
		expect(JSON.stringify(business)).not.toMatch(/spam|0900/)
	})

	test('from a business become neutral words in mails to addresses that nobody has confirmed', async () => {
		await salon.sql`update public.locations set name = ${ADVERT}, street = 'spam.example', phone = 'spam.example', city = 'spam.example'`
		await salon.sql`update public.companies set name = 'spam.example', legal_name = 'spam.example', representative = 'spam.example',
			street = 'www.spam.example', city = 'spam.example', phone = 'spam.example'`
		await salon.sql`update public.services set name = ${ADVERT}`
		await salon.sql`update public.employees set name = ${ADVERT}`
		const { id } = await byHand()
		await salon.call(salon.user.owner, 'cancel_appointment', { appointment: id, reason: ADVERT })
		const mails = await mailsTo(BYSTANDER)
		expect(mails).toHaveLength(2)
		expect(JSON.stringify(mails)).not.toContain('spam')
		expect(mails[0]?.payload).toMatchObject({
			location: { name: 'Ihr gebuchter Betrieb' },
			services: [{ name: null, employee: 'Team' }],
		})
	})

	test('reach people who have confirmed the address of the booking unchanged', async () => {
		const args = { location: salon.ids.location, services: [salon.ids.cut], employee: salon.ids.anna }
		const held = await salon.call(salon.user.customer, 'hold_appointment', { ...args, starts_at: nextTime() })
		const contact = { ...CONTACT, name: 'Kim 2. Tag', email: 'customer@example.org' }
		await salon.call(salon.user.customer, 'confirm_appointment', { appointment: held.id, contact })
		expect((await mailsTo('customer@example.org'))[0]?.payload).toMatchObject({ customer: { name: 'Kim 2. Tag' } })
	})
})

test('a warning about an account is sent, however many mails went to its address', async () => {
	for (let count = 0; count < 6; count++) await book('customer@example.org', `198.51.100.${count}`)
	expect(await codeOf(book('customer@example.org', '198.51.101.1'))).toBe('too_many_to_address')
	await salon.sql`update auth.users set encrypted_password = 'a' where id = ${salon.user.customer}`
	await salon.sql`update auth.users set encrypted_password = 'b' where id = ${salon.user.customer}`
	expect((await sentTo('customer@example.org')).map(({ kind }) => kind)).toContain('account_password_changed')
})

test('counts end after their time, and only the server reads them', async () => {
	await book(BYSTANDER, '203.0.113.7')
	const count = async () =>
		(await salon.sql`select subject from internal.mail_counts`).map(({ subject }) => subject as string)
	expect(await count()).toHaveLength(6)
	expect((await count()).join()).not.toContain('bystander')
	for (const who of ['anon', salon.user.owner, 'service_role'])
		expect(await codeOf(salon.run(who, 'select subject from internal.mail_counts'))).toMatch(/permission denied/)
	await salon.call('service_role', 'claim_messages', { limit: 1 }, at(2, '00:00'))
	expect(await count()).toEqual([])
})

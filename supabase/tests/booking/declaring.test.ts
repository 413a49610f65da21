import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at, CONTACT, codeOf, openSalon, type Salon } from './salon.ts'

// Withdrawing with name, address and booking number (85_accounts/30_withdrawals.sql).
let salon: Salon
beforeAll(async () => {
	salon = await openSalon()
})
afterAll(() => salon.close())

let day = 3
const treatment = () => salon.book({ starts_at: at(day++, '10:00'), services: [salon.ids.massage] })
const numberOf = (id: string) => String(id.replaceAll('-', '').slice(0, 12).toUpperCase().match(/.{4}/g)?.join('-'))
const declare = (changes: object = {}, now?: string, from?: string) =>
	salon.call<{ declared_at: string }>('anon', 'declare_withdrawal', { ...typed, ...changes }, now, from)
const typed = { name: CONTACT.name, email: CONTACT.email, number: '', statement: '' }
const mails = (
	email: string,
) => salon.sql`select kind, audience, recipient, appointment_id, payload from public.messages
	where kind in ('withdrawal_received', 'appointment_withdrawn') and (recipient = ${email} or payload -> 'customer' ->> 'email' = ${email})
	order by created_at, audience`
const stateOf = async (id: string) =>
	(await salon.sql`select state from public.appointments where id = ${id}`)[0]?.state

describe('declaring a withdrawal', () => {
	test('with address and number ends the contract as the link does, and tells both sides what was declared', async () => {
		const { id } = await treatment()
		const email = CONTACT.email.toUpperCase()
		const number = ` ${numberOf(id).toLowerCase()} `
		const answer = await declare({ email, number, statement: 'Ich bin krank.' }, at(1, '12:34'))
		expect(Object.keys(answer)).toEqual(['declared_at'])
		expect(Date.parse(answer.declared_at)).toBe(Date.parse(at(1, '12:34')))
		expect(await stateOf(id)).toBe('cancelled')
		const sent = (await mails(CONTACT.email)).filter((mail) => mail.appointment_id === id)
		expect(sent.map(({ kind, audience }) => [kind, audience])).toEqual([
			['appointment_withdrawn', 'customer'],
			['appointment_withdrawn', 'business'],
		])
		for (const { payload } of sent) expect(payload).toMatchObject({ statement: 'Ich bin krank.', number: numberOf(id) })
		const kept =
			await salon.sql`select name, booking_number, statement, company_id from public.withdrawals where appointment_id = ${id}`
		expect(kept).toEqual([
			{ name: CONTACT.name, booking_number: numberOf(id), statement: 'Ich bin krank.', company_id: salon.ids.company },
		])
	})

	test("answers the same when nothing fits, changes nothing, and sends the address a receipt without the stranger's words", async () => {
		const { id } = await treatment()
		const cut = await salon.book({ starts_at: at(day++, '12:00') })
		const stranger = 'stranger@example.net'
		const tries = [
			{ number: numberOf(id), email: stranger, name: 'Jetzt www.spam.example', statement: 'www.spam.example' },
			{ number: numberOf(randomUUID()), email: 'other@example.net' },
			// A booking without a right of withdrawal.
			{ number: numberOf(cut.id) },
		]
		for (const one of tries) expect(Object.keys(await declare(one))).toEqual(['declared_at'])
		expect([await stateOf(id), await stateOf(cut.id)]).toEqual(['confirmed', 'confirmed'])
		const [receipt, ...more] = await mails(stranger)
		expect(more).toEqual([])
		expect(receipt).toMatchObject({ kind: 'withdrawal_received', appointment_id: null })
		expect(receipt?.payload).toMatchObject({ number: numberOf(id), name: '', statement: '' })
		expect(await mails('other@example.net')).toHaveLength(1)
		const [unfound] = await salon.sql`select appointment_id, name from public.withdrawals where email = ${stranger}`
		expect(unfound).toEqual({ appointment_id: null, name: 'Jetzt www.spam.example' })
	})

	test('twenty simultaneous declarations are one, with one answer', async () => {
		const { id } = await treatment()
		const answers = await Promise.all(Array.from({ length: 20 }, () => declare({ number: numberOf(id) })))
		expect(new Set(answers.map((answer) => answer.declared_at)).size).toBe(1)
		expect((await mails(CONTACT.email)).filter((mail) => mail.appointment_id === id)).toHaveLength(2)
		expect(await salon.sql`select id from public.withdrawals where appointment_id = ${id}`).toHaveLength(1)
	})

	test('says what is wrong with the typed values', async () => {
		const number = numberOf(randomUUID())
		expect(await codeOf(declare({ number, name: ' ' }))).toBe('name_missing')
		expect(await codeOf(declare({ number, email: 'mia@' }))).toBe('email_invalid')
		expect(await codeOf(declare({ number, statement: 'x'.repeat(2001) }))).toBe('note_too_long')
		for (const wrong of ['', ' \n', 'x'.repeat(41)])
			expect(await codeOf(declare({ number: wrong }))).toBe('number_invalid')
	})

	test('sends a stranger few receipts and stops endless declarations from one place, but never refuses the customer', async () => {
		const bystander = 'bystander@example.net'
		for (let count = 0; count < 25; count++) {
			const from = `203.0.${count}.9`
			expect(await codeOf(declare({ email: bystander, number: `Nr ${count}` }, undefined, from))).toBe('no error')
		}
		expect(await mails(bystander)).toHaveLength(3)
		const answers: string[] = []
		for (let count = 0; count < 25; count++)
			answers.push(await codeOf(declare({ email: `a${count}@example.net`, number: 'x' }, undefined, '198.51.100.7')))
		expect(answers.filter((answer) => answer === 'too_many_withdrawals')).toHaveLength(5)
	})
})

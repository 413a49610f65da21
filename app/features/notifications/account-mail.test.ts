import { expect, test } from 'vitest'
import { type AccountMessage, composeAccountMail, isAccountMessage } from './account-mail.ts'

const message = (kind: AccountMessage['kind'], more: Partial<AccountMessage['payload']> = {}): AccountMessage => ({
	...{ id: 'm1', kind, recipient: 'mia@example.org' },
	payload: { name: 'Mia <Muster>', at: '2026-11-21T09:05:00Z', ...more },
})
const compose = (given: AccountMessage) => composeAccountMail(given, 'https://zeitplatz.example')

test('a new sign-in names device and time in German and leads to the devices', () => {
	const mail = compose(
		message('account_new_sign_in', {
			user_agent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
		}),
	)
	expect(mail.subject).toBe('Neue Anmeldung in Ihrem Konto')
	expect(mail.text).toContain('Gerät: Firefox auf Windows')
	expect(mail.text).toContain('Wann: Sa., 21. Nov. 2026, 10:05 Uhr')
	expect(mail.text).toContain('https://zeitplatz.example/profile/sicherheit')
	expect(mail.html).toContain('Guten Tag Mia &lt;Muster&gt;,')
})

test('the mail about a requested deletion says until when it can be undone; the mail after the deletion has no link', () => {
	const asked = compose(message('account_deletion_requested', { due_at: '2026-12-05T09:05:00Z' }))
	expect(asked.text).toContain('Gelöscht wird am: Sa., 5. Dez. 2026, 10:05 Uhr')
	expect(asked.text).toContain('https://zeitplatz.example/profile/konto')
	const blocked = compose(message('account_deletion_blocked', { company: 'Salon Löwe GmbH' }))
	expect(blocked.text).toContain('Salon Löwe GmbH hätte dann aber niemanden mehr in der Inhaberrolle.')
	expect(blocked.text).toContain('https://zeitplatz.example/admin/user')
	const closed = compose(message('company_closed', { company: 'Salon Löwe', due_at: '2026-12-05T09:05:00Z' }))
	expect(closed.subject).toBe('Salon Löwe ist geschlossen')
	expect(closed.text).toContain('Daten werden gelöscht am: Sa., 5. Dez. 2026, 10:05 Uhr')
	expect(closed.text).toContain('https://zeitplatz.example/admin/settings/transfer')
	expect(compose(message('account_deleted')).html).not.toContain('<a')
	expect(compose(message('account_password_changed')).text).toContain('https://zeitplatz.example/auth/recovery')
})

test('messages about accounts are told apart from other messages', () => {
	expect(isAccountMessage({ kind: 'account_deleted' })).toBe(true)
	expect(isAccountMessage({ kind: 'appointment_confirmed' })).toBe(false)
	expect(isAccountMessage({ kind: 'member_invited' })).toBe(false)
})

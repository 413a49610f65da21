import { expect, test } from 'vitest'
import { consentName, mayAdvertise } from './consents.ts'
import type { Consent } from './customers.contracts.ts'

const said = (given: boolean, address = 'mia@example.org', channel: 'mail' | 'sms' = 'mail'): Consent => ({
	...{ kind: 'advertising', at: '2026-11-02T09:00:00Z', given, channel, address, text: null },
})
const early: Consent = {
	...{
		kind: 'early_start',
		at: '2026-11-02T09:00:00Z',
		text: 'Ich verlange …',
		appointment: 'a',
		starts_at: '2026-11-03T09:00:00Z',
	},
}

test('what was said has a name', () => {
	expect([said(true), said(false, '', 'sms'), early].map(consentName)).toEqual([
		'Werbung per E-Mail: eingewilligt',
		'Werbung per SMS: abbestellt',
		'Beginn vor Ende der Widerrufsfrist verlangt',
	])
})

test('the latest answer of each address and channel counts', () => {
	expect(mayAdvertise([early])).toBe(false)
	expect(mayAdvertise([said(false), said(true)])).toBe(false)
	expect(mayAdvertise([said(true), said(false)])).toBe(true)
	expect(mayAdvertise([said(false), said(true, 'mia@work.example')])).toBe(true)
	expect(mayAdvertise([said(false), said(true, 'mia@example.org', 'sms')])).toBe(true)
})

import { expect, test } from 'vitest'
import { bulkText, undoneText } from './bulk.ts'

test('says how many succeeded, and why others did not', () => {
	expect(bulkText('confirm', 1, [])).toBe('Ein Termin ist bestätigt.')
	expect(bulkText('no_show', 3, [])).toBe('3 Termine sind als nicht erschienen vermerkt.')
	expect(bulkText('complete', 2, ['Zu früh.', 'Zu früh.'])).toBe(
		'2 Termine sind als wahrgenommen vermerkt. Bei 2 ging es nicht: Zu früh.',
	)
	expect(undoneText(2, [])).toBe('2 Termine sind wieder bestätigt.')
	expect(undoneText(1, ['Zu spät.'])).toBe('Ein Termin ist wieder bestätigt. Bei einem ging es nicht: Zu spät.')
	expect(bulkText('complete', 0, ['Zu früh.'])).toBe('Bei einem ging es nicht: Zu früh.')
})

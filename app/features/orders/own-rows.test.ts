import { expect, test } from 'vitest'
import type { OwnOrder } from './orders.contracts.ts'
import { ownRows } from './own-rows.ts'

const order = (changes: Partial<OwnOrder>): OwnOrder => ({
	...{ id: '00000000-0000-4000-8000-000000000001', state: 'open', category: 'Friseur', title: 'Locken', place: 'Köln' },
	...{ radius_km: 10, windows: [], confirmed_at: null, expires_at: '2026-12-16T10:00:00Z', closed_at: null, offers: 0 },
	...{ appointment_id: null, kind: 'order', business: null },
	...changes,
})
const [one, place, offered, ended, alert] = ownRows([
	order({ offers: 2 }),
	order({ kind: 'waitlist', title: 'Haarschnitt', business: 'Salon Löwe' }),
	order({ kind: 'waitlist', offers: 1 }),
	order({ kind: 'waitlist', state: 'withdrawn' }),
	order({ kind: 'alert' }),
])

test('an order, a place and an alert each say what they are and how they stand', () => {
	expect(one).toMatchObject({ title: 'Locken', state: '2 Angebote', where: 'Köln, 10 km Umkreis', open: true })
	expect(place).toMatchObject({ title: 'Haarschnitt', state: 'Wartet bis Mi., 16. Dez. 2026', where: 'Salon Löwe' })
	expect(offered?.state).toBe('Eine Zeit ist für Sie frei')
	expect(ended).toMatchObject({ state: 'Beendet', open: false })
	expect(alert).toMatchObject({ title: 'Friseur', state: 'Offen bis Mi., 16. Dez. 2026' })
})

import { chromium } from '@playwright/test'
import { addDays } from '#app/lib/dates.ts'
import postgres from '#backend/postgres/driver.ts'
import { SALON_ANNA } from '#supabase/seeds/demo/cast.ts'
import { openSalon } from '../e2e/booking-salon.ts'
import setup from '../e2e/global-setup.ts'
import { openOffice } from '../e2e/people.ts'
import { bookByPhone, type Effort } from '../e2e/phone-booking.ts'
import { findBrowser } from '../scripts/browser.ts'
import { percentile } from './percentiles.ts'

// Ten bookings by phone in a browser, five for new callers and five for the same callers again. Measures clicks besides typing,
// milliseconds from the click on free time to a field ready for typing, and from Enter to the entry in the calendar. Bars: 3 and 2
// clicks, and medians of 100 and 300 ms on a quiet machine, which the server and the browser share. `npm run bench -- phone-bookings`.
const BARS = { new: 3, known: 2 }
const NAMES = ['Nora Vogel', 'Emil Brandt', 'Selma Aydin', 'Horst Lange', 'Wanda Kowalski']

const stop = await setup()
const sql = postgres(String(process.env.E2E_DATABASE_URL), { max: 2, onnotice: () => undefined })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
try {
	const salon = await openSalon(sql)
	await sql`insert into members (company_id, user_id, role)
		select company_id, ${SALON_ANNA.owner.userId}, 'owner' from locations where id = ${salon.id}`
	const context = await browser.newContext({
		baseURL: process.env.E2E_URL,
		locale: 'de-DE',
		viewport: { width: 1280, height: 1400 },
	})
	const page = await context.newPage()
	await openOffice(page, salon)
	const day = addDays(new Date().toISOString().slice(0, 10), 3)
	await page.goto(`/admin/calendar?tag=${day}`)
	await page.locator('[data-live="true"] [data-usable="true"]').waitFor()
	const column = await page.getByRole('region', { name: /Ben Öztürk/ }).boundingBox()
	const efforts: Record<'new' | 'known', Effort[]> = { new: [], known: [] }
	for (const [index, name] of [...NAMES, ...NAMES].entries()) {
		const known = index >= NAMES.length
		const place = { x: (column?.x ?? 0) + 60, y: (column?.y ?? 0) + 70 + index * 84 }
		// Like a person who looks up between two calls.
		await page.waitForLoadState('networkidle')
		const caller = known ? { name, known } : { name, phone: `0171 39200${10 + index}`, service: 'Beratung' }
		efforts[known ? 'known' : 'new'].push(await bookByPhone(page, place, caller))
	}
	console.log('callers   clicks   panel open, ms   saved, ms   (medians)')
	for (const who of ['new', 'known'] as const) {
		const median = (what: keyof Effort): number =>
			percentile(
				efforts[who].map((effort) => effort[what]),
				0.5,
			)
		const [clicks, opened, saved] = [median('clicks'), median('opened'), median('saved')]
		console.log(
			`${who.padEnd(8)}${String(clicks).padStart(8)}${opened.toFixed(0).padStart(17)}${saved.toFixed(0).padStart(12)}`,
		)
		if (clicks > BARS[who]) process.exitCode = 1
	}
} finally {
	await browser.close()
	await sql.end({ timeout: 1 })
	await stop()
}

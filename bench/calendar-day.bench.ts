import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import postgres from '#backend/postgres/driver.ts'
import setup from '../e2e/global-setup.ts'
import { book, boxOf, startOf } from '../e2e/calendar-desk.ts'
import { openOffice } from '../e2e/people.ts'
import { findBrowser } from '../scripts/browser.ts'
import { beginWatching, type DayWatch, endWatching, watchDay } from './day-watch.ts'
import { dragByFinger, dragByMouse } from './dragging.ts'
import { EACH, openFullDay, PEOPLE, timeOf } from './full-day.ts'
import { percentile } from './percentiles.ts'

// A day of a location with twelve people and 300 entries, in a browser: opened for the first time five times (median), an entry dragged to and fro and
// then moved, and entries that others make in the meantime. The same on a phone, for all of them and for one person. Bars: 1.5 s until
// everything is drawn, no frame over 50 ms while dragging, no element replaced and nothing shifted by a live change (exits with 1). The server and the
// browser share the machine. `npm run bench -- calendar-day`.
const RUNS = 5
const CHANGES = 5
const BAR_MS = 50
const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 1400 } }
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** `who`: whose last entry is dragged. `alone`: only this person is shown, so that others' entries would not be seen. */
type View = { name: string; query: string; entries: number; who: number; alone: boolean; device: BrowserContextOptions }

const stop = await setup()
const sql = postgres(String(process.env.E2E_DATABASE_URL), { max: 2, onnotice: () => undefined })
const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] })
try {
	const { salon, people, day } = await openFullDay(sql)
	const options = { baseURL: process.env.E2E_URL, locale: 'de-DE' }
	const entering = await browser.newContext(options)
	await openOffice(await entering.newPage(), salon)
	const storageState = await entering.storageState()
	const all = { query: '', entries: PEOPLE * EACH, alone: false }
	const one = { query: `&person=${people[1]}`, entries: EACH, alone: true }
	const views: View[] = [
		{ name: '1280 px, 12 people', ...all, who: 2, device: WIDE },
		{ name: '390 px, 12 people', ...all, who: 0, device: PHONE },
		{ name: '390 px, one person', ...one, who: 1, device: PHONE },
	]
	for (const [turn, view] of views.entries()) {
		/** In a browser with an empty cache. */
		const open = async (): Promise<Page> => {
			const page = await (await browser.newContext({ ...options, ...view.device, storageState })).newPage()
			await page.addInitScript(watchDay, view.entries)
			await page.goto(`/admin/calendar?tag=${day}${view.query}`)
			await page.locator('[data-live="true"] [data-usable="true"]').waitFor()
			await page.waitForLoadState('networkidle')
			return page
		}
		console.log(`\n${view.name}`)
		await measureOpening(open)
		const page = await open()
		await measureDrag(page, view)
		await measureChanges(page, async (change) => {
			const person = view.alone ? view.who : (view.who + 5 + change) % PEOPLE
			const time = timeOf(EACH + 4 + (view.alone ? change : turn))
			await book(sql, salon, String(people[person]), `${day} ${time}`, `Neue ${turn * CHANGES + change}`)
		})
		await page.context().close()
	}
} finally {
	await browser.close()
	await sql.end({ timeout: 1 })
	await stop()
}

async function measureOpening(open: () => Promise<Page>): Promise<void> {
	const times: Record<string, number>[] = []
	for (let run = 0; run < RUNS; run++) {
		const page = await open()
		times.push(
			await page.evaluate(() => ({
				answer: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).responseStart,
				'first paint': performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
				'largest paint': window.day.largest,
				'all entries drawn': window.day.drawn,
				usable: window.day.usable,
			})),
		)
		await page.context().close()
	}
	const medians = Object.keys(times[0] ?? {}).map((what) => {
		const all = times.map((run) => run[what] ?? Number.NaN)
		return `${what} ${percentile(all, 0.5).toFixed(0)}`
	})
	console.log(`opened, ms: ${medians.join(', ')}`)
}

/** Two people further and an hour later; on a phone, by a finger, half an hour later. */
async function measureDrag(page: Page, { who, device }: View): Promise<void> {
	const entry = page.getByRole('link', { name: new RegExp(`^Kundin ${who + 1}\\.${EACH} `) })
	await entry.evaluate((node) => node.scrollIntoView({ block: 'center', inline: 'center' }))
	const [id = ''] = String(await entry.getAttribute('data-entry')).split('/')
	const box = await boxOf(entry)
	const from = { x: box.x + 40, y: box.y + 12 }
	const wide = device === WIDE
	const to = { x: from.x + (wide ? 2 * box.width : 0), y: from.y + (wide ? 84 : 42) }
	await page.evaluate(beginWatching)
	const release = await (wide ? dragByMouse : dragByFinger)(page, from, to)
	tell('dragged', await page.evaluate(endWatching))
	await page.evaluate(beginWatching)
	await release()
	await page.getByRole('button', { name: 'Rückgängig' }).waitFor()
	await page.waitForLoadState('networkidle')
	tell(`dropped at ${(await startOf(sql, id)).slice(11)}`, await page.evaluate(endWatching))
}

/** @param make enters one appointment */
async function measureChanges(page: Page, make: (change: number) => Promise<void>): Promise<void> {
	const delays: number[] = []
	await page.evaluate(beginWatching)
	for (let change = 0; change < CHANGES; change++) {
		await page.evaluate(() => {
			window.day.seen = 0
			window.day.awaited = document.querySelectorAll('a[data-entry]').length + 1
		})
		await make(change)
		const made = Date.now()
		await page.waitForFunction(() => window.day.seen > 0)
		delays.push((await page.evaluate(() => window.day.seen)) - made)
		await page.waitForLoadState('networkidle')
	}
	const watched = await page.evaluate(endWatching)
	tell(`${CHANGES} live changes`, watched)
	const [middle, most] = [percentile(delays, 0.5), Math.max(...delays)].map((ms) => ms?.toFixed(0))
	console.log(
		`seen after ${middle} ms (at most ${most}); layout shift ${watched.shift.toFixed(4)}, elements replaced ${watched.replaced}`,
	)
	if (watched.shift > 0 || watched.replaced > 0) process.exitCode = 1
}

function tell(what: string, { frames, long }: Pick<DayWatch, 'frames' | 'long'>): void {
	const late = frames.filter((ms) => ms > BAR_MS)
	const works = long.length > 0 ? ` (${long.map((ms) => ms.toFixed(0)).join(', ')})` : ''
	console.log(
		`${what}: ${frames.length} frames, ${late.length} over ${BAR_MS} ms, longest ${Math.max(...frames).toFixed(0)}; with over ${BAR_MS} ms of work ${long.length}${works}`,
	)
}

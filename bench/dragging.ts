import type { Page } from '@playwright/test'

type Spot = { x: number; y: number }
/** Lets go. */
type Release = () => Promise<void>

const LAPS = 3
const STEPS = 40
/** Between two reports of the pointer, as a screen with 60 Hz shows them. */
const PAUSE_MS = 16
/** How long a finger rests before it drags; the calendar asks for 300. */
const REST_MS = 450

/** Drags with the mouse to a place and back, three times, and then to the place again, where it stays until it is released. */
export async function dragByMouse(page: Page, from: Spot, to: Spot): Promise<Release> {
	await page.mouse.move(from.x, from.y)
	await page.mouse.down()
	for (const { x, y } of way(from, to)) {
		await page.mouse.move(x, y)
		await page.waitForTimeout(PAUSE_MS)
	}
	return () => page.mouse.up()
}

/** The same with a finger. */
export async function dragByFinger(page: Page, from: Spot, to: Spot): Promise<Release> {
	const line = await page.context().newCDPSession(page)
	const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Spot[]) =>
		line.send('Input.dispatchTouchEvent', { type, touchPoints })
	await touch('touchStart', [from])
	await page.waitForTimeout(REST_MS)
	for (const spot of way(from, to)) {
		await touch('touchMove', [spot])
		await page.waitForTimeout(PAUSE_MS)
	}
	return async () => void (await touch('touchEnd', []))
}

function way(from: Spot, to: Spot): Spot[] {
	return Array.from({ length: (2 * LAPS + 1) * STEPS }, (_, step) => {
		const [lap, part] = [Math.floor(step / STEPS), ((step % STEPS) + 1) / STEPS]
		const share = lap % 2 === 0 ? part : 1 - part
		return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
	})
}

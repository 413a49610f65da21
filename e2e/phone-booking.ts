import type { Page } from '@playwright/test'

type Caller = { name: string; phone?: string; service?: string; known?: boolean }

/** The effort of one booking by phone: clicks besides typing, and milliseconds until the panel was open and until the entry was shown. */
export type Effort = { clicks: number; opened: number; saved: number }

/**
 * Books in the open calendar like a receptionist on the phone: clicks on free time and types the name; a new caller also needs number
 * and service, a known one gets those of the last visit. @param place where to click, in pixels of the window
 */
export async function bookByPhone(page: Page, place: { x: number; y: number }, caller: Caller): Promise<Effort> {
	const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
	let clicks = 0
	const click = async (act: () => Promise<void>): Promise<void> => {
		clicks++
		await act()
	}
	await page.evaluate(watchOpening)
	await click(() => page.mouse.click(place.x, place.y))
	const opened = await page.evaluate(() => window.opening)
	if (caller.known) {
		await page.keyboard.type(caller.name.slice(0, 6))
		await panel.getByRole('option', { name: caller.name }).waitFor()
		await page.keyboard.press('ArrowDown')
		await page.keyboard.press('Enter')
		await click(() => panel.getByRole('button', { name: /Wie letztes Mal/ }).click())
	} else {
		await page.keyboard.type(caller.name)
		await page.keyboard.press('Tab')
		await page.keyboard.press('Tab')
		await page.keyboard.type(caller.phone ?? '')
		await click(() => panel.getByRole('checkbox', { name: caller.service ?? '' }).check())
	}
	const begun = performance.now()
	await page.keyboard.press('Enter')
	await page
		.getByRole('link', { name: new RegExp(caller.name) })
		.first()
		.waitFor()
	await panel.waitFor({ state: 'detached' })
	return { clicks, opened, saved: performance.now() - begun }
}

declare global {
	// oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface adds to the window's
	interface Window {
		opening: Promise<number>
	}
}

/**
 * Runs in the page: milliseconds from the next press of the mouse until the field marked as first has the focus. A locator would look only
 * every 100 ms.
 */
function watchOpening(): void {
	window.opening = new Promise((settle) => {
		let pressed = 0
		addEventListener('pointerdown', (event) => (pressed = event.timeStamp), { capture: true, once: true })
		const look = ({ target }: FocusEvent): void => {
			if (!pressed || !(target instanceof HTMLElement) || !target.matches('[data-first]')) return
			removeEventListener('focusin', look)
			settle(performance.now() - pressed)
		}
		addEventListener('focusin', look)
	})
}

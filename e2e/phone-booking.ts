import type { Locator, Page } from '@playwright/test'

type Caller = { name: string; phone?: string; service?: string; known?: boolean }

/** The effort of one booking by phone: clicks besides typing, and milliseconds until the panel was open and until the entry was shown. */
export type Effort = { clicks: number; opened: number; saved: number }

/**
 * Books in the open calendar like a receptionist on the phone: clicks on free time and types the name; a new caller also needs number
 * and service, a known one gets those of the last visit. @param place where to click, in pixels of the window
 */
export async function bookByPhone(page: Page, place: { x: number; y: number }, caller: Caller): Promise<Effort> {
	const panel = page.getByRole('complementary', { name: 'Neuer Termin' })
	const name = panel.getByRole('combobox', { name: 'Name', exact: true })
	let clicks = 0
	const click = async (act: () => Promise<void>): Promise<void> => {
		clicks++
		await act()
	}
	let begun = performance.now()
	await click(() => page.mouse.click(place.x, place.y))
	await focused(name)
	const opened = performance.now() - begun
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
	begun = performance.now()
	await page.keyboard.press('Enter')
	await page
		.getByRole('link', { name: new RegExp(caller.name) })
		.first()
		.waitFor()
	await panel.waitFor({ state: 'detached' })
	return { clicks, opened, saved: performance.now() - begun }
}

/** Waits until a field has the focus, checking each frame. */
async function focused(field: Locator): Promise<void> {
	await field.evaluate(
		(element) =>
			new Promise<void>((settle) => {
				const look = (): void => (element === document.activeElement ? settle() : void requestAnimationFrame(look))
				look()
			}),
	)
}

import * as fs from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

let engine: Promise<string> | undefined

// Themes differ in colours alone, so the second one needs only the rules that look at colours.
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Returns axe's findings for a page in its present state, in both themes: theme, rule and elements. Afterwards the page has its
 * own theme again.
 */
export async function violationsOf(page: Page): Promise<string[]> {
	engine ??= fs.readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
	// Loaded into the page only once, because it is half a megabyte.
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await engine)
	return page.evaluate(async (colours) => {
		const checker = (window as unknown as { axe: typeof axe }).axe
		const root = document.documentElement
		const own = root.dataset.theme ?? 'light'
		const wear = async (theme: string): Promise<void> => {
			root.dataset.theme = theme
			// Animations are finished first, because a colour in transition cannot be judged.
			for (const each of document.getAnimations()) if (each.effect?.getTiming().iterations !== Infinity) each.finish()
		}
		const found: string[] = []
		for (const theme of ['light', 'dark']) {
			await wear(theme)
			// The line of a page that is on its way belongs to no part of the page, and can come at any time.
			const page = { exclude: ['[role=progressbar][aria-label="Die Seite wird geladen"]'] }
			const { violations } = await checker.run(page, {
				resultTypes: ['violations'],
				...(theme === 'dark' ? { runOnly: colours } : {}),
			})
			for (const { id, nodes } of violations)
				found.push(`${theme}: ${id}: ${nodes.map((node) => node.html).join(' | ')}`)
		}
		await wear(own)
		return found
	}, COLOURS)
}

import * as fs from 'node:fs/promises'
import path from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { Sql } from 'postgres'
import postgres from '#backend/postgres/driver.ts'
import { violationsOf } from './accessibility.ts'

export type SentMail = {
	to: string
	subject: string
	html: string
	text: string
	attachments: { filename: string; content: string; contentType: string }[]
}

type Fixtures = {
	/** Mails to an address, oldest first; waits until there are at least `count`. */
	mailbox: (to: string, count?: number) => Promise<SentMail[]>
	/** The database as its owner, for fixtures and for checking the results of a journey. */
	sql: Sql
	/** Uses the page until it is hydrated; some pages hydrate only on first use. Before that, only the server answers clicks. */
	hydrated: (page: Page) => Promise<void>
	/**
	 * Fails with the accessibility violations of the page in its present state, in both themes, at the given widths or the present
	 * one.
	 */
	accessible: (page: Page, ...widths: number[]) => Promise<void>
}

/** A sign of use: pages that wait load their scripts. */
export const movePointer = (page: Page): Promise<void> => page.dispatchEvent('html', 'pointermove', { movementX: 1 })

export const test = base.extend<Fixtures>({
	baseURL: async ({}, use) => use(process.env.E2E_URL),
	mailbox: async ({}, use) => use((to, count) => readMailbox(to, count)),
	sql: async ({}, use) => {
		const sql = postgres(String(process.env.E2E_DATABASE_URL), { max: 2, onnotice: () => undefined })
		await use(sql)
		await sql.end({ timeout: 1 })
	},
	hydrated: async ({}, use) =>
		use(async (page) => {
			await movePointer(page)
			await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true')
		}),
	accessible: async ({}, use) =>
		use(async (page, ...widths) => {
			for (const width of widths.length > 0 ? widths : [page.viewportSize()?.width ?? 1280]) {
				if (widths.length > 0) await page.setViewportSize({ width, height: 900 })
				// While a page is on its way, its line stands above everything.
				await expect(page.getByRole('progressbar', { name: 'Die Seite wird geladen' })).toHaveCount(0)
				expect(await violationsOf(page), `${page.url()}, ${width} wide`).toEqual([])
			}
		}),
})

export { expect }

/** The journeys once with JavaScript and once without; the pages and contexts of their tests are made that way. */
export function bothWays(journeys: (javaScriptEnabled: boolean) => void): void {
	for (const javaScriptEnabled of [true, false])
		test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
			test.use({ javaScriptEnabled })
			journeys(javaScriptEnabled)
		})
}

/** Mails to an address in a server's mailbox, once there are that many. */
export async function readMailbox(
	to: string,
	count = 1,
	folder = String(process.env.E2E_MAILBOX),
): Promise<SentMail[]> {
	for (let attempt = 0; attempt < 75; attempt++) {
		const found = (await readMails(folder)).filter((mail) => mail.to === to)
		if (found.length >= count) return found
		await new Promise((resolve) => setTimeout(resolve, 200))
	}
	throw new Error(`Fewer than ${count} mails to ${to} after 15 s.`)
}

async function readMails(folder: string): Promise<SentMail[]> {
	const files = (await fs.readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
	return Promise.all(
		files.map(async (name) => JSON.parse(await fs.readFile(path.join(folder, name), 'utf8')) as SentMail),
	)
}

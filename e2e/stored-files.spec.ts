import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'

// No browser may run a stored file as part of the site, whatever its type: not when opened, not in a frame, not as a script.
const CODE = 'fetch("/stolen?" + encodeURIComponent(location.href))'
const HTML = `<!doctype html><script>${CODE}</script><img src=x onerror='${CODE}'>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload='${CODE}'><script>${CODE}</script></svg>`
const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><script>${CODE}</script></html>`
const XSLT = `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?>${XHTML}`
const BOTH = `GIF89a/*${'\0'.repeat(64)}*/=1;${CODE}`
const FILES: [body: string, types: string[]][] = [
	[
		HTML,
		['image/png;,text/html', 'image/png,text/html', 'text/html', 'TEXT/HTML\t', 'text/html;charset=utf-7', 'x', '*/*'],
	],
	[SVG, ['image/svg+xml', 'image/svg+xml;,text/html', 'image/png']],
	[XHTML, ['application/xhtml+xml', 'text/xml', 'application/rss+xml', 'image/gif']],
	[XSLT, ['text/xsl', 'application/xml']],
	[CODE, ['text/javascript', 'application/ecmascript', 'text/jscript', 'application/json', 'text/css']],
	[BOTH, ['image/gif', 'image/gif;,text/javascript', 'text/javascript']],
]

/** Opens an address in all the ways that could make a browser run it. */
async function open(page: Page, address: string): Promise<void> {
	await page.goto(address).catch((error: Error) => expect(error.message).toMatch(/download|ERR_ABORTED/i))
	// A page of the same origin without any restrictions.
	await page.goto('/healthz')
	await page.evaluate(async (url) => {
		const ways = { iframe: 'src', embed: 'src', object: 'data', script: 'src', img: 'src' }
		const settled = Object.entries(ways).map(([tag, name]) => {
			const element = document.createElement(tag)
			element.setAttribute(name, url)
			document.body.append(element)
			return new Promise((resolve) => ['load', 'error'].forEach((event) => element.addEventListener(event, resolve)))
		})
		// A frame whose content is a download sends no event.
		await Promise.race([Promise.all(settled), new Promise((resolve) => setTimeout(resolve, 400))])
		await import(url).catch(() => undefined)
	}, address)
}

test('a stored file runs nowhere, not even one stored before types were checked', async ({ page, sql }) => {
	test.slow()
	const folder = path.join(String(process.env.E2E_DATA_DIR), process.env.E2E_MODE === 'hosted' ? 'elsewhere' : '')
	const { secret } = JSON.parse(await fs.readFile(path.join(folder, 'keys.json'), 'utf8')) as { secret: string }
	const { storage } = createClient(String(process.env.E2E_SERVICES_URL), secret, { auth: { persistSession: false } })
	const bucket = `hostile-${randomUUID()}`
	await storage.createBucket(bucket, { public: true })
	const stolen: string[] = []
	await page.route('**/stolen*', (route) => {
		stolen.push(decodeURIComponent(new URL(route.request().url()).search))
		return route.fulfill({ body: '' })
	})
	await page.route('**/control', (route) => route.fulfill({ contentType: 'text/html', body: HTML }))
	await open(page, '/control')
	expect(stolen.length, 'what would run is seen').toBeGreaterThan(1)

	for (const [body, types] of FILES) {
		for (const type of types) {
			const name = `${randomUUID()}.html`
			expect((await storage.from(bucket).upload(name, Buffer.from(body))).error).toBeNull()
			await sql`update storage.objects set metadata = metadata || ${sql.json({ mimetype: type })} where name = ${name}`
			const copy = `${randomUUID()}.html`
			const { error } = await storage.from(bucket).upload(copy, Buffer.from(body), { contentType: type })
			for (const one of error ? [name] : [name, copy])
				await open(page, storage.from(bucket).getPublicUrl(one).data.publicUrl)
		}
	}
	// Late requests of the control itself are allowed.
	expect(stolen.filter((from) => !from.endsWith('/control'))).toEqual([])

	// A picture is still shown as a picture.
	const create = { width: 8, height: 8, channels: 3, background: '#0a0' } as const
	await storage.from(bucket).upload('a.png', await sharp({ create }).png().toBuffer(), { contentType: 'image/png' })
	const shown = await page.goto(storage.from(bucket).getPublicUrl('a.png').data.publicUrl)
	expect(shown?.headers()['content-disposition']).toMatch(/^inline/)
	expect(await page.evaluate(() => document.images[0]?.naturalWidth)).toBe(8)
	await storage.emptyBucket(bucket)
	await storage.deleteBucket(bucket)
})

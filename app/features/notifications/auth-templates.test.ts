import * as fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { authTemplates } from './auth-templates.ts'

const FOLDER = path.join(import.meta.dirname, '../../../supabase/templates')

test('the files of the folder are those of this design: `npm run mails` writes them', async () => {
	expect((await fs.readdir(FOLDER)).sort()).toEqual(
		authTemplates()
			.map(([file]) => file)
			.sort(),
	)
	for (const [file, content] of authTemplates())
		expect(await fs.readFile(path.join(FOLDER, file), 'utf8')).toBe(content)
})

const LINK =
	/^\{\{ \.SiteURL \}\}\/auth\/confirm(-signup)?\?token_hash=\{\{ \.TokenHash \}\}&amp;type=(signup|recovery|magiclink|invite|email_change)$/

test('links carry the token and say what is verified; placeholders are whole', () => {
	for (const [file, content] of authTemplates()) {
		const links = [...content.matchAll(/href="([^"]*)"/g)].map((match) => match[1])
		expect(links).toHaveLength(file === 'reauthentication.html' ? 0 : 1)
		expect(links.filter((link) => !LINK.test(link ?? ''))).toEqual([])
		expect(content.replaceAll(/\{\{ \.(SiteURL|Token|TokenHash|Email|NewEmail) \}\}/g, '')).not.toMatch(/\{\{|\}\}/)
		expect(content).toMatch(/^<!-- subject: .+ -->\n<!doctype html>/)
		expect(content).not.toContain('undefined')
	}
})

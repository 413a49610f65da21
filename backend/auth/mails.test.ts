import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mail } from '../context.ts'
import type { Call } from './call.ts'
import { sendMail } from './mails.ts'
import { resolveOptions } from './options.ts'
import type { UserRow } from './users.ts'

let folder = ''
beforeAll(async () => {
	folder = await fs.mkdtemp(path.join(os.tmpdir(), 'auth-mails-'))
})
afterAll(() => fs.rm(folder, { recursive: true, force: true }))

async function send(template?: string, data: Record<string, unknown> = {}): Promise<Mail> {
	const file = path.join(folder, 'recovery.html')
	if (template) await fs.writeFile(file, template)
	else await fs.rm(file, { force: true })
	const sent: Mail[] = []
	const settings = { url: 'http://backend.test', siteUrl: 'http://site.test', templatesDir: folder }
	const options = resolveOptions({}, settings.siteUrl, [])
	const mailer = { send: async (mail: Mail) => void sent.push(mail) }
	const call = { auth: { settings, options, mailer } } as unknown as Call
	await sendMail(call, {
		template: 'recovery',
		to: 'a@mail.test',
		user: { email: 'a@mail.test', email_change: null, raw_user_meta_data: data } as unknown as UserRow,
		secret: { token: 'abc', code: '012345' },
		verification: 'recovery',
		redirectTo: 'http://site.test/x?a=1&b=2',
	})
	return sent[0] as Mail
}

test("fills hosted's placeholders and escapes texts that users wrote", async () => {
	const mail = await send(
		'<!-- subject: Hello {{ .Data.name }} -->\n<p>{{.Data.name}} {{ .Token }} {{ .Data.none }} {{ .SiteURL }}/go?token_hash={{ .TokenHash }}</p>',
		{ name: '<b>Ada</b>\n"&' },
	)
	expect(mail.subject).toBe('Hello <b>Ada</b> "&')
	expect(mail.html).toContain('&lt;b&gt;Ada&lt;/b&gt;\n&quot;&amp; 012345  http://site.test/go?token_hash=abc')
})

test('does not fill placeholders that users wrote', async () => {
	const mail = await send('<!-- subject: x --><p>{{ .Data.name }}</p>', { name: '{{ .TokenHash }}' })
	expect(mail.html).toBe('<p>{{ .TokenHash }}</p>')
})

test('finds the link in a template that a formatter has broken into lines', async () => {
	const mail = await send('<!-- subject: x --><a\n\thref="{{ .SiteURL }}"\n\tstyle="\n"\n\t>Go on</a\n>')
	expect(mail.text).toBe('Go on: http://site.test')
})

test('has a plain part with the whole link, also without a template file', async () => {
	const mail = await send()
	expect(mail.subject).toBe('Reset your password')
	expect(mail.text).toContain(
		'Reset password: http://backend.test/auth/v1/verify?token=abc&type=recovery&redirect_to=http%3A%2F%2Fsite.test%2Fx%3Fa%3D1%26b%3D2',
	)
	expect(mail.text).toContain('012345')
	expect(mail.text).not.toContain('<')
})

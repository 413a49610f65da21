import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseForm, readForm } from './parse-form.ts'

const schema = z.object({ email: z.email() })

const formOf = (fields: [string, string][]): FormData => {
	const form = new FormData()
	for (const [name, value] of fields) form.append(name, value)
	return form
}

it('reads what a form sends, and gives it back when it is refused', () => {
	expect(parseForm(formOf([['email', 'a@example.org']]), { schema })).toMatchObject({ status: 'success' })
	const refused = parseForm(formOf([...[['email', 'a@'] as [string, string]], ['starts-0-1', '09:00']]), { schema })
	expect(refused.reply().initialValue).toEqual({ email: 'a@', 'starts-0-1': '09:00' })
})

it('takes no names that make lists or objects, and no instructions to conform', () => {
	const names = [
		'email[100000000]',
		'a.b',
		`a${'.b'.repeat(5000)}`,
		'__intent__',
		'__state__',
		'__proto__',
		'x'.repeat(200),
	]
	const submission = parseForm(formOf(names.map((name) => [name, '{broken'])), { schema })
	expect(submission.reply().initialValue).toEqual({})
})

it('refuses more fields than any form has, without parsing them', () => {
	const many = new URLSearchParams(Array.from({ length: 40_000 }, () => ['a', '']))
	expect(() => parseForm(many, { schema })).toThrow(expect.objectContaining({ init: { status: 413 } }))
})

it.each([
	['application/json', '{"email":"a@example.org"}', 415],
	['text/plain', 'email=a@example.org', 415],
	['', 'email', 415],
	['multipart/form-data', 'email', 400],
	['multipart/form-data; boundary=x', '--y\r\nbroken', 400],
])('refuses a body that is no form: %j', async (type, body, status) => {
	const headers: Record<string, string> = type ? { 'content-type': type } : {}
	const request = new Request('http://localhost/', { method: 'POST', headers, body: new TextEncoder().encode(body) })
	await expect(readForm(request)).rejects.toMatchObject({ init: { status } })
})

it('reads the two kinds of forms that browsers send', async () => {
	for (const body of [new URLSearchParams({ email: 'a@example.org' }), formOf([['email', 'a@example.org']])]) {
		const form = await readForm(new Request('http://localhost/', { method: 'POST', body }))
		expect(form.get('email')).toBe('a@example.org')
	}
})

import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseForm } from './parse-form.ts'

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

it('takes no names that make lists or objects, and no orders', () => {
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

it('refuses more fields than any form has, at once', () => {
	const many = new URLSearchParams(Array.from({ length: 40_000 }, () => ['a', '']))
	expect(() => parseForm(many, { schema })).toThrow(expect.objectContaining({ init: { status: 413 } }))
})

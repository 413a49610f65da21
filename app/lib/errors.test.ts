import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { errorCode, errorMessage } from './errors.ts'

const table = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
const documented = [...table.matchAll(/^\| ([a-z_]+) \|.*\| \d+ \| (.*) \|$/gm)].map(
	([, code = '', sentence = '']) => ({ code, sentence }),
)

describe('the translator', () => {
	it('has the documented sentence for every code of the SQL verbs', () => {
		expect(documented.length).toBeGreaterThan(25)
		for (const { code, sentence } of documented)
			expect({ code, said: errorMessage(code) }).toEqual({ code, said: sentence })
	})

	it('reads the code of a verb from the message of P0001 and shows no foreign text', () => {
		expect(errorCode({ code: 'P0001', message: 'slot_taken' })).toBe('slot_taken')
		expect(errorMessage({ code: 'P0001', message: 'slot_taken' })).toContain('leider gerade vergeben')
		expect(errorMessage({ code: '42P01', message: 'relation "secret" does not exist' })).not.toContain('secret')
	})
})

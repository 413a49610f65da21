import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { brokenColumn, errorCode, errorMessage, retryAfter } from './errors.ts'

const table = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
const documented = [...table.matchAll(/^\| ([a-z_]+) \|.*\| \d+ \| (.*) \|$/gm)].map(
	([, code = '', sentence = '']) => ({ code, sentence }),
)

describe('the translator', () => {
	it('has the documented sentence for every error code of the SQL functions', () => {
		expect(documented.length).toBeGreaterThan(25)
		for (const { code, sentence } of documented)
			expect({ code, said: errorMessage(code) }).toEqual({
				code,
				said: sentence
					.replace('{wann}', 'in einigen Minuten')
					.replace('{anruf}', 'Bitte wenden Sie sich direkt an das Unternehmen.'),
			})
	})

	it('says whom to call where the error tells the number', () => {
		const refused = { code: 'P0001', message: 'not_possible', details: '030 $& 12' }
		expect(errorMessage(refused)).toContain('nicht möglich. Bitte rufen Sie an: 030 $& 12.')
		expect(errorMessage({ ...refused, details: '' })).toContain('Bitte wenden Sie sich direkt an das Unternehmen.')
	})

	it('reads the code of an SQL function from the message of P0001 and never shows the text of others', () => {
		expect(errorCode({ code: 'P0001', message: 'slot_taken' })).toBe('slot_taken')
		expect(errorMessage({ code: 'P0001', message: 'slot_taken' })).toContain('leider gerade vergeben')
		expect(errorMessage({ code: '42P01', message: 'relation "secret" does not exist' })).not.toContain('secret')
	})

	it('finds the field of a value beyond its bound, and says so in German', () => {
		const error = (constraint: string) => ({
			code: '23514',
			message: `new row for relation "companies" violates check constraint "${constraint}"`,
		})
		expect(brokenColumn(error('companies_email_check'))).toBe('email')
		expect(brokenColumn(error('companies_legal_name_check1'))).toBe('legal_name')
		expect(brokenColumn(error('other_email_check'))).toBeUndefined()
		expect(brokenColumn({ code: '23505', message: error('companies_email_check').message })).toBeUndefined()
		for (const code of ['23514', '22001']) expect(errorMessage(code)).toMatch(/^Eine Angabe ist zu lang/)
	})

	it.each([
		[1, 'in einer Minute'],
		[60, 'in einer Minute'],
		[61, 'in 2 Minuten'],
		[600, 'in 10 Minuten'],
	])('says when to try again: after %d seconds', (seconds, words) => {
		const error = { code: 'PT429', message: 'holds_too_fast', details: JSON.stringify({ retry_after: seconds }) }
		expect(errorMessage(error)).toContain(`Bitte versuchen Sie es ${words} noch einmal.`)
		expect([errorCode(error), retryAfter(error)]).toEqual(['holds_too_fast', seconds])
		expect(retryAfter({ code: 'P0001', message: 'wrong_state', details: 'held' })).toBeUndefined()
	})
})

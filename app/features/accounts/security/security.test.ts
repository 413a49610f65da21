import { expect, test } from 'vitest'
import { codesFile, grouped, providerLabel } from './security.ts'

test('secrets are shown in groups of four', () => {
	expect(grouped('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
	expect(grouped('ABCD')).toBe('ABCD')
	expect(grouped('')).toBe('')
})

test('the file of recovery codes has one code a line', () => {
	const text = decodeURIComponent(
		codesFile(['abcdefgh2345jkmn', 'bbbbccccddddeeee'], 'mia@kundin.example').split(',')[1] ?? '',
	)
	expect(text.split('\r\n').slice(3)).toEqual(['abcd-efgh-2345-jkmn', 'bbbb-cccc-dddd-eeee'])
	expect(text).toContain('mia@kundin.example')
})

test('services have their own names', () => {
	expect(providerLabel('github')).toBe('GitHub')
	expect(providerLabel('keycloak')).toBe('Keycloak')
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groundOf, hueOf } from './tints.ts'

const rules = readFileSync(new URL('tints.css', import.meta.url), 'utf8')

test('a colour becomes existing classes, and other texts become none', () => {
	expect(groundOf('#dfe5ea')).toBe('ground red-d green-d blue-e')
	expect([groundOf('#ffffff'), groundOf('#000000')]).toEqual([
		'ground red-f green-f blue-f',
		'ground red-0 green-0 blue-0',
	])
	expect([groundOf('red'), groundOf('#fff'), groundOf('"><b')]).toEqual(['', '', ''])
	for (let hue = 0; hue < 360; hue++) expect(rules).toContain(`.${hueOf(hue)} {`)
	for (const name of groundOf('#0f8ac3').split(' ')) expect(rules).toContain(`.${name} {`)
})

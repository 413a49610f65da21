import { expect, it } from 'vitest'
import { partsOf, readHashes } from './agreements.ts'

it('reads headings, paragraphs over several lines, and lists', () => {
	expect(partsOf('## 1. Worum\n\nEin Satz\nin zwei Zeilen.\n\n- eins\n- zwei - und mehr\n')).toEqual([
		{ kind: 'heading', text: '1. Worum' },
		{ kind: 'paragraph', text: 'Ein Satz in zwei Zeilen.' },
		{ kind: 'list', entries: ['eins', 'zwei - und mehr'] },
	])
})

it('takes nothing but hashes from a form', () => {
	const hash = 'a1'.repeat(32)
	expect(readHashes(`${hash} x  ${hash.toUpperCase()} ${hash}`)).toEqual([hash, hash])
	expect(readHashes('')).toEqual([])
})

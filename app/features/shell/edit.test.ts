import { expect, test } from 'vitest'
import { mergeEdit, SHOWN, type Typed } from './edit.ts'

function posted(typed: Typed, shown?: Typed | string): FormData {
	const form = new FormData()
	for (const [name, value] of Object.entries(typed)) for (const one of [value].flat()) form.append(name, one)
	if (shown) form.set(SHOWN, typeof shown === 'string' ? shown : JSON.stringify(shown))
	return form
}
const SHOWN_ONCE: Typed = { name: 'Salon', phone: '030 1', note: '', open: 'on', tags: ['a', 'b'] }
const merge = (typed: Typed, stored: Typed, shown: Typed | string | undefined = SHOWN_ONCE) => {
	const { form, conflicts } = mergeEdit(posted(typed, shown), stored)
	return { conflicts, values: Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)])) }
}

test('takes what was typed where nobody else has changed anything', () => {
	const { values, conflicts } = merge({ ...SHOWN_ONCE, phone: '030 2' }, SHOWN_ONCE)
	expect(conflicts).toEqual([])
	expect(values).toMatchObject({ name: ['Salon'], phone: ['030 2'], open: ['on'], tags: ['a', 'b'] })
})

test('keeps what others have stored in fields that were not touched', () => {
	const stored = { ...SHOWN_ONCE, name: 'Salon Neu', tags: ['b', 'c'], open: '' }
	const { values, conflicts } = merge({ ...SHOWN_ONCE, phone: '030 2' }, stored)
	expect(conflicts).toEqual([])
	expect(values).toMatchObject({ name: ['Salon Neu'], phone: ['030 2'], tags: ['b', 'c'] })
	expect(values.open).toBeUndefined()
})

test('asks where both have changed the same to something else, not where they agree', () => {
	const stored = { ...SHOWN_ONCE, name: 'Anders', phone: '030 2', open: '' }
	const { values, conflicts } = merge({ name: 'Mein Salon', phone: '030 2', note: '', tags: ['a', 'b'] }, stored)
	expect(conflicts).toEqual(['name'])
	expect(values.name).toEqual(['Mein Salon'])
})

test('whoever chooses what is stored gets it, and keeps what else was typed', () => {
	const stored = { ...SHOWN_ONCE, name: 'Anders', tags: ['c'] }
	const typed = { ...SHOWN_ONCE, name: 'Mein Salon', phone: '030 2', tags: ['a', 'd'] }
	const { values, conflicts } = merge({ ...typed, 'theirs-name': 'ja', 'theirs-tags': '' }, stored)
	expect(conflicts).toEqual(['tags'])
	expect(values).toMatchObject({ name: ['Anders'], phone: ['030 2'], tags: ['a', 'd'] })
	expect(values['theirs-name']).toBeUndefined()
	// The form as it comes back, sent once more.
	const again = merge({ ...typed, 'theirs-name': 'ja', 'theirs-tags': '' }, stored, stored)
	expect(again.conflicts).toEqual([])
	expect(again.values).toMatchObject({ name: ['Anders'], tags: ['a', 'd'] })
})

test('an emptied field and an unticked box are changes', () => {
	const { values, conflicts } = merge(
		{ name: 'Salon', phone: '', note: '', tags: ['a'] },
		{ ...SHOWN_ONCE, phone: '030 9' },
	)
	expect(conflicts).toEqual(['phone'])
	expect(values.open).toBeUndefined()
	expect(values.tags).toEqual(['a'])
})

test('line breaks as browsers send them and another order of ticks are no changes', () => {
	const shown = { note: 'eins\nzwei', tags: ['a', 'b'] }
	const stored = { note: 'neu', tags: ['a', 'b', 'c'] }
	const { values, conflicts } = merge({ note: 'eins\r\nzwei', tags: ['b', 'a'] }, stored, shown)
	expect(conflicts).toEqual([])
	expect(values).toEqual({ shown: [JSON.stringify(stored)], note: ['neu'], tags: ['a', 'b', 'c'] })
})

test('a form that does not say what it showed, or says it wrongly, is taken as typed', () => {
	for (const shown of [undefined, '{', '[]', 'null', '{"name": 1}', '{"name": {"x": "y"}}']) {
		const { form, conflicts } = mergeEdit(posted({ name: 'Neu', other: 'x' }, shown), { name: 'Salon' })
		expect([form.get('name'), form.get('other'), conflicts]).toEqual(['Neu', 'x', []])
	}
})

import { expect, it } from 'vitest'
import { ASKED_ABOUT, FOLLOWING, followingLabel, LEFT_OUT, readFollowing, SEEN_LATER, seenText } from './following.ts'

const [one, two] = ['7f1c2d3e-0000-4000-8000-000000000001', '7f1c2d3e-0000-4000-8000-000000000002']

function formOf(fields: [string, string][]): FormData {
	const form = new FormData()
	for (const [name, value] of fields) form.append(name, value)
	return form
}

it('reads back what a page has shown of the later ones, and what was decided about them', () => {
	const seen = seenText([{ id: one, updated_at: '2026-12-01T10:00:00.123456+00:00' }])
	const form = formOf([
		[FOLLOWING, 'ja'],
		[SEEN_LATER, seen],
		...[one, two].map((id): [string, string] => [ASKED_ABOUT, id]),
		[LEFT_OUT, two],
		[LEFT_OUT, 'x'],
	])
	expect(readFollowing(form)).toEqual({
		...{ wanted: true, later: [one], versions: ['2026-12-01T10:00:00.123456+00:00'], left: [two], anyway: [one] },
	})
})

it('takes what cannot be read as not seen', () => {
	const read = (text: string) => readFollowing(formOf([[SEEN_LATER, text]])).later
	for (const text of [
		'',
		'{',
		'{}',
		'"x"',
		'[1]',
		'[["x","2026-12-01"]]',
		`[["${one}","nie"]]`,
		`[["${one}"]]`,
		'null',
	])
		expect(read(text)).toEqual([])
	expect(readFollowing(formOf([])).wanted).toBe(false)
})

it('names how many there are', () => {
	expect([1, 3].map(followingLabel)).toEqual(['Auch den folgenden der Serie', 'Auch die 3 folgenden der Serie'])
})

import { expect, test } from 'vitest'
import { CLOSED, isClosedInDemo } from '#app/features/sandbox/demo.ts'
import routes from '#app/routes.ts'

test('the pages that are closed exist, and so do all below them', () => {
	const patterns = (entries: typeof routes, above = ''): string[] =>
		entries.flatMap(({ path, children = [] }) => {
			const own = path ? `${above}/${path}` : above
			return [own, ...patterns(children, own)]
		})
	const known = patterns(routes)
	expect(CLOSED.filter((path) => !known.includes(path))).toEqual([])
	expect(known.filter((path) => isClosedInDemo(path))).toContain('/admin/settings/transfer/:transfer')
	expect(isClosedInDemo('/admin/settings')).toBe(false)
})

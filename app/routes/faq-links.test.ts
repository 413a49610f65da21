import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { questionsOf } from '#app/features/faq/questions.ts'
import routes from '../routes.ts'

const WORDS = { today: 'Nichts', share: 'Später', never: 'Nie', notice: 'Bald' }

const pathOf = (address: string): string | undefined =>
	matchRoutes(routes as RouteObject[], address)?.at(-1)?.route.path

test('the links of frequent questions lead to pages', () => {
	const links = questionsOf(WORDS)
		.flatMap(({ questions }) => questions)
		.flatMap(({ links = [] }) => links.map(({ to }) => to))
	expect(links.length).toBeGreaterThan(5)
	expect(links.filter((to) => pathOf(to) === '*')).toEqual([])
	expect(pathOf('/gibt-es-nicht')).toBe('*')
})

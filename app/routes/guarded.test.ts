import path from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { addressContext, type AppServices, servicesContext } from '#app/lib/context.server.ts'
import { guardFor } from '#app/lib/guard.ts'
import { sessionMiddleware } from '#app/lib/session.server.ts'
import routes from '#app/routes.ts'

type Page = { pattern: string; files: string[] }

/** Every address of the site with the files that answer it, layouts included. */
function pagesOf(entries: RouteConfigEntry[], above: Page): Page[] {
	return entries.flatMap(({ path: part, file, children = [] }) => {
		const pattern = part ? `${above.pattern.replace(/\/$/, '')}/${part}` : above.pattern
		const page = { pattern, files: [...above.files, file] }
		return [page, ...pagesOf(children, page)]
	})
}

const AREAS = /^routes\/(admin|operator|profile)\/|layouts\/(default-admin|operator)/
const pages = pagesOf(routes, { pattern: '/', files: [] })
const files = [...new Set(pages.flatMap((page) => page.files))].filter((file) => AREAS.test(file))

const services = {
	siteUrl: 'http://localhost',
	signVisitor: () => undefined,
	supabase: {
		...{ url: 'http://localhost', publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' },
		fetch: () => Promise.reject(new Error('A stranger has asked the services.')),
	},
} as unknown as AppServices

/** The answer of a loader or an action to a stranger, with no guard in front. */
async function askAsStranger(call: (args: unknown) => unknown, method: string): Promise<unknown> {
	const context = new RouterContextProvider()
	context.set(servicesContext, services)
	context.set(addressContext, '')
	const url = new URL('http://localhost/nowhere?q=anna&s=x')
	const body = method === 'POST' ? { body: new URLSearchParams({ intent: 'password', location: 'x' }) } : {}
	const request = new Request(url, { method, ...body })
	const id = crypto.randomUUID()
	const args = { request, context, url, pattern: '/nowhere', params: { id, picture: id } }
	let answer: unknown
	await sessionMiddleware(args, async () => {
		answer = await Promise.resolve(args)
			.then(call)
			.catch((thrown: unknown) => thrown)
		return new Response()
	})
	return answer
}

describe('the signed-in areas', () => {
	it('are all protected by a guard', () => {
		const open = pages.filter((page) => page.files.some((file) => AREAS.test(file)) && page.pattern !== '/')
		expect(open.length).toBeGreaterThan(20)
		expect(open.filter(({ pattern }) => !guardFor(pattern))).toEqual([])
		expect(files.length).toBeGreaterThan(20)
	})

	it.each(files)('check the user in every loader and action: %s', async (file) => {
		const module = (await import(path.join('..', file))) as Record<'loader' | 'action', (args: unknown) => unknown>
		for (const [name, method] of [
			['loader', 'GET'],
			['action', 'POST'],
		] as const) {
			if (!module[name]) continue
			const answer = await askAsStranger(module[name], method)
			expect(answer, `${file} ${name}`).toMatchObject({ type: 'DataWithResponseInit', init: { status: 401 } })
		}
	})
})

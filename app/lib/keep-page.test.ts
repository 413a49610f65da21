import {
	data,
	type DataRouter,
	type DataStrategyResult,
	redirect,
	redirectDocument,
	UNSAFE_ErrorResponseImpl as Answer,
} from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keeperOf } from './keep-page.ts'
import { ConnectionLost, keepPage, keepWith, troubles } from './trouble.ts'

const PAGE = 'https://zeitplatz.example/admin/company'
const lost = new TypeError('Failed to fetch')
const broken = new TypeError('Unexpected Server Error')

beforeEach(() => vi.stubGlobal('location', new URL(PAGE)))
afterEach(() => {
	vi.unstubAllGlobals()
	troubles.tell(undefined)
})

function shows(loaderData: Record<string, unknown>, navigation = 'idle', actionData?: Record<string, unknown>): void {
	const state = { loaderData, actionData, errors: null, navigation: { state: navigation } }
	keepWith(keeperOf({ state } as unknown as DataRouter))
}
const post = (outcome: DataStrategyResult) =>
	keepPage({ request: new Request(PAGE, { method: 'POST' }) }, () => Promise.resolve({ page: outcome }))
const get = (url: string, results: Record<string, DataStrategyResult>) =>
	keepPage({ request: new Request(url) }, () => Promise.resolve(results))
const failed = (result: unknown): DataStrategyResult => ({ type: 'error', result })

describe('a form that was sent', () => {
	it.each([
		['offline', lost],
		['offline', new Error('Unable to decode turbo-stream response')],
		['failed', broken],
		['failed', new Answer(503, '', 'x')],
		['failed', 'anything'],
		['refused', new Answer(403, '', 'Forbidden')],
		['gone', new Answer(404, '', 'Page Not Found')],
		['signed-out', new Answer(401, '', '')],
		['signed-out', redirect('/auth/login-company')],
		['signed-out', redirect('/auth/second-factor')],
	] as const)('leaves the page when it is %s, with what was answered before', async (kind, error) => {
		shows({ page: 1 }, 'submitting', { page: 'before' })
		for (const outcome of [failed(error), failed(data(error, undefined))]) {
			const results = await post(outcome)
			expect(results?.page).toMatchObject({ type: 'data', result: { data: 'before', init: { status: 503 } } })
			expect(troubles.now()).toMatchObject({ kind, sent: true })
		}
	})

	it('gives a fetcher null, so that its previous answer is not taken for the new one', async () => {
		shows({ page: 1 }, 'idle')
		expect((await post(failed(lost))).page).toMatchObject({ type: 'data', result: { data: null } })
	})

	it('leads people away when they have signed out', async () => {
		const away = failed(redirectDocument('/auth/login-company'))
		expect(await post(away)).toEqual({ page: away })
		expect(troubles.now()).toBeUndefined()
	})

	it('is passed on when it gets an answer, which ends the trouble', async () => {
		troubles.tell({ kind: 'offline', sent: true })
		for (const outcome of [
			failed(redirect('/admin/company?gespeichert=1')),
			{ type: 'data' as const, result: data(1, 400) },
		]) {
			expect(await post(outcome)).toEqual({ page: outcome })
			expect(troubles.now()).toBeUndefined()
		}
	})
})

describe('a page that is only read', () => {
	it('stays as it was when the same page is not answered', async () => {
		shows({ root: 1, page: 1 })
		expect(await get(`${PAGE}?index`, { page: failed(lost) })).toEqual({})
		expect(troubles.now()).toEqual({ kind: 'stale', sent: false })
		// The lost form was sent just before, and matters more.
		await post(failed(lost))
		await get(PAGE, { page: failed(lost) })
		expect(troubles.now()).toMatchObject({ kind: 'offline', sent: true })
		// So does a move that was not even sent.
		troubles.tell({ kind: 'offline', sent: false })
		await get(PAGE, { page: failed(lost) })
		expect(troubles.now()).toEqual({ kind: 'offline', sent: false })
		troubles.tell({ kind: 'stale', sent: false })
		await get(PAGE, { page: { type: 'data', result: 2 } })
		expect(troubles.now()).toBeUndefined()
	})

	it('lets another page show its error, and leaves the frame as it is', async () => {
		shows({ root: 1, 'routes/layouts/default-admin': 1, page: 1 }, 'loading')
		const results = await get('https://zeitplatz.example/admin/user', {
			'routes/layouts/default-admin': failed(lost),
			page: failed(lost),
			other: failed(broken),
		})
		expect(results).toEqual({ page: failed(expect.any(ConnectionLost)), other: failed(broken) })
		expect(troubles.now()).toBeUndefined()
	})

	it('leaves the calendar where it is when another day or panel of it is not answered', async () => {
		vi.stubGlobal('location', new URL('https://zeitplatz.example/admin/calendar/neu?tag=2026-11-24'))
		shows({ root: 1, calendar: 1, panel: 1 }, 'loading')
		const next = 'https://zeitplatz.example/admin/calendar?tag=2026-11-25'
		const { calendar } = await get(next, { calendar: failed(lost), panel: failed(lost) })
		const stay = calendar?.result instanceof Response ? calendar.result.headers : undefined
		expect(stay?.get('location')).toBe('/admin/calendar/neu?tag=2026-11-24')
		expect(troubles.now()).toEqual({ kind: 'offline', sent: false })
		// A server that answers has said something.
		expect(await get(next, { calendar: failed(broken) })).toEqual({ calendar: failed(broken) })
		await get(next, { calendar: { type: 'data', result: 2 } })
		expect(troubles.now()).toBeUndefined()
		shows({ root: 1, calendar: 1 }, 'loading')
		const away = await get('https://zeitplatz.example/admin/user', { page: failed(lost) })
		expect(away).toEqual({ page: failed(expect.any(ConnectionLost)) })
	})

	it('gives null to a part of the page that asked for something', async () => {
		shows({ root: 1, page: 1 })
		expect(await get('https://zeitplatz.example/admin/suche?q=mia', { search: failed(lost) })).toEqual({
			search: { type: 'data', result: null },
		})
	})

	it('says when something does not exist or is not allowed', async () => {
		shows({ root: 1, page: 1 })
		const missing = failed(new Answer(404, '', 'Page Not Found'))
		expect(await get(PAGE, { page: missing })).toEqual({ page: missing })
	})
})

import { createStaticHandler, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { invariantResponse } from './invariant.ts'
import { describeError } from './page-error.ts'
import { ConnectionLost } from './trouble.ts'

describe('the page for errors', () => {
	it.each([
		[404, 'Page Not Found', 'Diese Seite gibt es nicht.'],
		[403, 'Forbidden', 'Dafür fehlt Ihnen das Recht.'],
		[401, 'Unauthorized', 'Bitte melden Sie sich an.'],
		[405, 'Method Not Allowed', 'So lässt sich diese Seite nicht aufrufen.'],
		[429, 'Too Many Requests', 'Das waren viele Anfragen in kurzer Zeit.'],
		[400, 'Internal Server Error', 'Das hat leider nicht geklappt.'],
		[409, 'Internal Server Error', 'Das hat leider nicht geklappt.'],
		[500, 'Internal Server Error', 'Bei uns ist etwas schiefgegangen.'],
		[502, 'Internal Server Error', 'Bei uns ist etwas schiefgegangen.'],
		[503, 'Service Unavailable', 'Zeitplatz ist gleich wieder da.'],
	])('says what %i is', (status, message, title) => {
		expect(describeError(new ErrorResponse(status, undefined, 'x'))).toMatchObject({ status, message, title })
	})

	it('takes status, message and description from the error', () => {
		const error = new ErrorResponse(507, 'Insufficient Storage', { description: 'Der Speicher ist voll.' })
		expect(describeError(error)).toMatchObject({
			...{ status: 507, message: 'Insufficient Storage', help: 'Der Speicher ist voll.' },
		})
	})

	it('shows nothing that an unexpected error contains', () => {
		for (const error of [new Error('select secret'), 'secret', { description: 'secret' }, null, undefined]) {
			const said = describeError(error)
			expect(said).toMatchObject({ status: 500, message: 'Internal Server Error' })
			expect(JSON.stringify(said)).not.toContain('secret')
		}
		expect(describeError(new ConnectionLost()).title).toBe('Keine Verbindung.')
		expect(describeError(new TypeError('Failed to fetch')).status).toBe(0)
	})

	it('describes errors of two loaders of one page as one', async () => {
		const log = vi.spyOn(console, 'error')
		const shared = Promise.resolve().then(() => invariantResponse(false, 'Auth session missing!', 401))
		const loader = () => shared
		const handler = createStaticHandler([{ path: '/', loader, children: [{ index: true, loader }] }])
		const shown = await handler.query(new Request('http://localhost/?index'))
		expect(shown).toMatchObject({ statusCode: 401, errors: { 0: { status: 401, data: 'Auth session missing!' } } })
		expect(log).not.toHaveBeenCalled()
	})
})

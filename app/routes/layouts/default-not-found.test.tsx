import { renderToString } from 'react-dom/server'
import { createRoutesStub, UNSAFE_ErrorResponseImpl as Answer } from 'react-router'
import { expect, it } from 'vitest'
import { ErrorPage } from './default-not-found.tsx'

function render(error: unknown, root: { errorReports?: string } = {}): string {
	const Stub = createRoutesStub([
		{
			id: 'root',
			path: '/',
			loader: () => root,
			HydrateFallback: () => null,
			children: [
				{
					id: 'page',
					path: 'seite',
					loader: () => null,
					Component: () => null,
					ErrorBoundary: () => <ErrorPage error={error} />,
				},
			],
		},
	])
	const hydrationData = { loaderData: { root }, errors: { page: error } }
	return renderToString(<Stub initialEntries={['/seite']} hydrationData={hydrationData} />)
}

it('says that an error was reported only if there is an address for reports', () => {
	expect(render(new Error('x'))).toContain('Bei uns ist etwas schiefgegangen.')
	expect(render(new Error('x'))).not.toContain('benachrichtigt')
	expect(render(new Error('x'), { errorReports: 'https://key@errors.example/1' })).toContain(
		'Wir wurden benachrichtigt.',
	)
})

it('says that the database is away while it is', () => {
	expect(render(new Answer(503, '', 'x'))).toContain('Zeitplatz ist gleich wieder da.')
})

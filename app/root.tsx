import { Links, Outlet, UNSAFE_useScrollRestoration as useScrollRestoration, useRouteLoaderData } from 'react-router'
import { type ReactNode, useEffect } from 'react'
import type { Route } from './+types/root.ts'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import './ui/theme.css'
import './ui/base.css'
import { servicesContext } from './lib/context.server.ts'
import { watchForNewBuild } from './lib/new-build.ts'
import { demoMiddleware } from './features/sandbox/demo-middleware.server.ts'
import { sessionMiddleware, sessionOf } from './lib/session.server.ts'
import { tabNews } from './lib/tab-news.ts'
import { readTheme } from './lib/theme.ts'
import { keepPage } from './lib/trouble.ts'
import { Trouble } from './ui/trouble.tsx'
import { useTabs } from './ui/use-tabs.ts'
import { usePlainLinks } from './ui/use-plain-links.ts'
import { ErrorPage } from './routes/layouts/default-not-found.tsx'

export const middleware: Route.MiddlewareFunction[] = [sessionMiddleware, demoMiddleware]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage]

/** The data that every page needs: theme, the signed-in person, and the address of the services for the browser's own client. */
export function loader({ request, context }: Route.LoaderArgs) {
	const { siteUrl, supabase, buildId, errorReports } = context.get(servicesContext)
	const { user } = sessionOf(context)
	return {
		theme: readTheme(request.headers.get('cookie')),
		user: user ? { id: user.id, email: user.email, name: user.name } : null,
		...(errorReports && { errorReports }),
		services: { siteUrl, supabaseUrl: supabase.url, publishableKey: supabase.publishableKey, buildId },
	}
}

export const shouldRevalidate = ({
	formAction,
	defaultShouldRevalidate,
}: {
	formAction?: string
	defaultShouldRevalidate: boolean
}) => tabNews.isStale() || (formAction !== undefined && defaultShouldRevalidate)

export const links: Route.LinksFunction = () => [
	// Without this the font is found once the styles are there, and lines that are already read break anew.
	{ rel: 'preload', as: 'font', type: 'font/woff2', href: figtree, crossOrigin: 'anonymous' },
	{ rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
	{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
	{ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
	{ rel: 'manifest', href: '/manifest.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
	const data = useRouteLoaderData<typeof loader>('root')
	useScrollRestoration()
	return (
		<html lang="de" data-theme={data?.theme ?? 'light'}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="theme-color" content={data?.theme === 'dark' ? '#10171e' : '#ffffff'} />
				<Links />
			</head>
			{/* The server adds the scripts, see page-scripts.server.ts; React does not know them and leaves them alone. */}
			<body>{children}</body>
		</html>
	)
}

export default function App({ loaderData }: Route.ComponentProps) {
	const { buildId } = loaderData.services
	const { errorReports } = loaderData
	usePlainLinks()
	useTabs(loaderData.user?.id ?? null)
	useEffect(() => {
		// Tests and styles that need JavaScript wait for this mark.
		document.documentElement.dataset.hydrated = 'true'
		window.zeitplatzHydrated?.()
		watchForNewBuild(buildId)
		if (errorReports)
			void import('./lib/error-reports.ts').then(({ openErrorReports }) => openErrorReports(errorReports, buildId))
	}, [buildId, errorReports])
	return (
		<>
			<Outlet />
			<Trouble />
		</>
	)
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <ErrorPage error={error} />
}

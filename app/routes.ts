import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

// The whole site on one page. Each address stands under its layout; catalogue aliases share one page.
export default [
	layout('routes/layouts/default-public.tsx', [
		index('routes/public/home.tsx'),
		route('listings', 'routes/public/listings.tsx'),
	]),

	route('theme', 'routes/resources/theme.ts'),
	route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig

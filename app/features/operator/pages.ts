import { operatorPaths } from '#app/lib/operator-paths.ts'

/** The operator's pages, in the order of the navigation. */
export const PAGES: { to: string; label: string; waiting?: 'reports' | 'tickets' }[] = [
	{ to: operatorPaths.reports(), label: 'Meldungen', waiting: 'reports' },
	{ to: operatorPaths.companies(), label: 'Unternehmen' },
	{ to: operatorPaths.tickets(), label: 'Anfragen', waiting: 'tickets' },
	{ to: operatorPaths.messages(), label: 'Nachrichten' },
	{ to: operatorPaths.partners(), label: 'Partner' },
	{ to: operatorPaths.money(), label: 'Geld' },
	{ to: operatorPaths.figures(), label: 'Zahlen' },
	{ to: operatorPaths.log(), label: 'Protokoll' },
]

/** The page of the navigation that an address belongs to; a single report belongs to the reports, which have the shortest address. */
export const openPage = (pathname: string): string | undefined =>
	PAGES.map(({ to }) => to)
		.toSorted((one, other) => other.length - one.length)
		.find((to) => pathname === to || pathname.startsWith(`${to}/`))

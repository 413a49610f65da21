import { operatorPaths } from '#app/lib/operator-paths.ts'

/** The operator's pages, in the order of the navigation. */
export const PAGES: { to: string; label: string }[] = [
	{ to: operatorPaths.reports(), label: 'Meldungen' },
	{ to: operatorPaths.companies(), label: 'Unternehmen' },
	{ to: operatorPaths.messages(), label: 'Nachrichten' },
	{ to: operatorPaths.figures(), label: 'Zahlen' },
	{ to: operatorPaths.log(), label: 'Protokoll' },
]

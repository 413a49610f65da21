import { guardFor } from '#app/lib/guard.ts'

/**
 * What /demo says to a visitor: that they can start, that theirs runs (`inside`: signed in to it), that it is over, that they are signed in with
 * an account of their own, or that this installation has none.
 */
export type DemoState =
	| { kind: 'start' | 'over' | 'off' }
	| { kind: 'running'; until: string; inside: boolean }
	| { kind: 'other'; email: string }

export type DemoReply = { failure: string; full: boolean }

/** Pages on which the account or the company would be changed, which the demo does not allow: /demo/grenzen says why. */
export const CLOSED = [
	'/admin/neu',
	'/admin/profile/sicherheit',
	'/admin/zwei-faktor',
	'/admin/settings/close',
	'/admin/settings/transfer',
	'/profile/sicherheit',
	'/profile/konto',
	'/profile/angaben',
	'/auth/recovery',
]

const GUARD = [{ include: CLOSED.flatMap((path) => [path, `${path}/*`]), exclude: [], login: '', home: '' }]

/** Whether a page is closed in the demo, however its address is spelt. @param pattern of the matched route */
export const isClosedInDemo = (pathname: string, pattern = pathname): boolean =>
	guardFor(pathname, pattern, GUARD) !== undefined

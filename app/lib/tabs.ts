import { guardFor } from './guard.ts'
import { paths } from './paths.ts'
import { tabNews } from './tab-news.ts'

type Options = {
	/** Id of the person whom this page was made for. */
	shown: string | null
	/** Loads what the page shows once more. */
	lookAnew: () => void
}

/**
 * Keeps this tab in step with the session of the browser, whichever tab or server has changed it: it refreshes the page, and if
 * the page belongs to somebody who is no longer signed in, it removes everything. The events have the auth client's names.
 * @returns stops it
 */
export function followTabs({ shown, lookAnew }: Options): () => void {
	const isGuarded = (): boolean => guardFor(location.pathname) !== undefined
	const cover = (on: boolean): void => {
		document.documentElement.style.visibility = on ? 'hidden' : ''
	}
	const leave = (): void => {
		cover(true)
		location.reload()
	}
	const look = (): void => {
		tabNews.setStale(true)
		lookAnew()
	}
	/** Asks who is signed in. @returns whether that is still the person whom this page is for */
	const check = async (): Promise<boolean> => {
		const answer = await fetch(paths.session(), { headers: { accept: 'application/json' } })
		if (!answer.ok) return true
		tabNews.tell(true)
		const { user } = (await answer.json()) as { user: string | null }
		if (user === shown) return true
		if (isGuarded()) leave()
		else look()
		return false
	}
	const hear = (event: string): void => {
		if (event === 'TOKEN_REFRESHED') {
			if (isGuarded()) lookAnew()
		} else if (event === 'SIGNED_OUT' && isGuarded()) leave()
		else void check().then((same) => same && look(), look)
	}
	const seen = (): void => {
		if (document.visibilityState === 'visible' && shown) check().catch(() => undefined)
	}
	// A page that the browser keeps for "back" stays hidden until it is known to belong to the person signed in.
	const left = ({ persisted }: PageTransitionEvent): void => {
		if (persisted && isGuarded()) cover(true)
	}
	const back = ({ persisted }: PageTransitionEvent): void => {
		if (!persisted) return
		check().then((same) => same && cover(false), leave)
	}
	tabNews.hear(hear)
	const { tabs, hear: before } = window.zeitplatzTabs ?? {}
	if (before) tabs?.removeEventListener('message', before)
	const told = ({ data }: MessageEvent<{ event: string }>): void => hear(data.event)
	tabs?.addEventListener('message', told)
	document.addEventListener('visibilitychange', seen)
	addEventListener('pagehide', left)
	addEventListener('pageshow', back)
	return () => {
		tabNews.hear(undefined)
		tabs?.removeEventListener('message', told)
		document.removeEventListener('visibilitychange', seen)
		removeEventListener('pagehide', left)
		removeEventListener('pageshow', back)
	}
}

import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { tabNews } from '#app/lib/tab-news.ts'

/** Keeps the page in step with the browser's session; `shown` is the id of the person for whom the page was rendered. */
export function useTabs(shown: string | null): void {
	const { revalidate } = useRevalidator()
	useEffect(() => {
		let stop: (() => void) | undefined
		let ended = false
		const lookAnew = (): void => void revalidate().finally(() => tabNews.setStale(false))
		// Until the module is loaded, or if loading fails, first-use.js reloads the page on any event.
		import('#app/lib/tabs.ts')
			.then(({ followTabs }) => {
				if (!ended) stop = followTabs({ shown, lookAnew })
				return undefined
			})
			.catch(() => undefined)
		return () => {
			ended = true
			stop?.()
		}
	}, [shown, revalidate])
}

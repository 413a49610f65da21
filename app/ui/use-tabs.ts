import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { tabNews } from '#app/lib/tab-news.ts'

/** Keeps the page in step with the session of the browser; `shown` is the id of the person whom it was made for. */
export function useTabs(shown: string | null): void {
	const { revalidate } = useRevalidator()
	useEffect(() => {
		let stop: (() => void) | undefined
		let ended = false
		const lookAnew = (): void => void revalidate().finally(() => tabNews.setStale(false))
		// Until it is there, or if it never comes, first-use.js reloads the page on any news.
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

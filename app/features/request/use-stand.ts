import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { paths } from '#app/lib/paths.ts'

const PAUSE = 10_000

/** Asks every ten seconds while the page is visible whether anything of the order has changed, and then loads it anew. @param stand what is shown */
export function useStand(id: string, stand: string | undefined): void {
	const { revalidate } = useRevalidator()
	useEffect(() => {
		if (!stand) return undefined
		const stop = new AbortController()
		const ask = async (): Promise<void> => {
			if (document.visibilityState !== 'visible') return
			const answer = await fetch(paths.requestStand(id, stand), { signal: stop.signal })
			if (answer.status === 200) await revalidate()
		}
		// Without a connection the next round tries again.
		const look = (): void => void ask().catch(() => undefined)
		const timer = setInterval(look, PAUSE)
		document.addEventListener('visibilitychange', look, { signal: stop.signal })
		return () => {
			clearInterval(timer)
			stop.abort()
		}
	}, [id, stand, revalidate])
}

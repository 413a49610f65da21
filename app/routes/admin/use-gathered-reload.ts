import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

// Several changes come at once, and a busy location changes all the time.
const TOGETHER_MS = 250
const APART_MS = 1000

/** A function that loads the data of the page again soon; what is asked for meanwhile is one reload with it, and does not put it off. */
export function useGatheredReload(): () => void {
	const { revalidate } = useRevalidator()
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const last = useRef(-APART_MS)
	useEffect(() => () => clearTimeout(timer.current), [])
	return () => {
		timer.current ??= setTimeout(
			() => {
				timer.current = undefined
				last.current = performance.now()
				void revalidate()
			},
			Math.max(TOGETHER_MS, last.current + APART_MS - performance.now()),
		)
	}
}

import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

// Several changes come at once.
const TOGETHER_MS = 250

/** A function that loads the data of the page again soon; what is asked for meanwhile is one reload with it, and does not put it off. */
export function useGatheredReload(): () => void {
	const { revalidate } = useRevalidator()
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	useEffect(() => () => clearTimeout(timer.current), [])
	return () => {
		timer.current ??= setTimeout(() => {
			timer.current = undefined
			void revalidate()
		}, TOGETHER_MS)
	}
}

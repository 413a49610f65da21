import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Reloads the page again and again while something is underway, so that it shows how far it has come. @param pause in milliseconds */
export function useProgress(underway: boolean, pause: number): void {
	const { revalidate } = useRevalidator()
	useEffect(() => {
		if (!underway) return undefined
		const timer = setInterval(() => void revalidate(), pause)
		return () => clearInterval(timer)
	}, [underway, pause, revalidate])
}

import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * What a form shows: the data that came when its page was opened, or when it was last answered. Live changes behind the form reload the
 * page's data; with those the form would start anew and lose what is typed. Its version then tells that somebody else has saved.
 */
export function useAtOpening<Value>(value: Value): Value {
	const { key } = useLocation()
	const [kept, setKept] = useState({ key, value })
	if (kept.key !== key) setKept({ key, value })
	return kept.key === key ? kept.value : value
}

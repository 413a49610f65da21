import { useState } from 'react'
import { useLocation } from 'react-router'
import { fieldOf, type FormReply } from '#app/lib/form.ts'

/**
 * What a form of stored data shows, as text for its hidden field `shown`, so that what others store meanwhile is not overwritten
 * (features/shell/edit.ts). It stays while the page merely reloads its data; as the key of the form it makes untouched fields follow an answer.
 */
export function useShown(reply: FormReply | undefined, typed: Record<string, string | string[]>): string {
	const { key } = useLocation()
	const shown = fieldOf(reply, 'shown', JSON.stringify(typed)).defaultValue
	const [kept, setKept] = useState({ key, shown })
	if (kept.key !== key) setKept({ key, shown })
	return kept.key === key ? kept.shown : shown
}

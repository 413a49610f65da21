import { useState } from 'react'
import { useLocation } from 'react-router'
import type { FormReply } from '#app/lib/form.ts'

/**
 * What a form of stored data shows, as text for its hidden field `shown`, so that what others store meanwhile is not overwritten
 * (features/shell/edit.ts). It stays while the page merely reloads its data; as the key of the form it makes untouched fields follow an answer.
 * It follows the answer itself, not the navigation that ends later: what is typed in between would be lost.
 */
export function useShown(reply: FormReply | undefined, typed: Record<string, string | string[]>): string {
	const { key } = useLocation()
	const answered = reply?.initialValue?.shown
	const shown = typeof answered === 'string' ? answered : JSON.stringify(typed)
	const [kept, setKept] = useState({ key, reply, shown })
	const stale = kept.key !== key || (reply !== undefined && kept.reply !== reply)
	if (stale) setKept({ key, reply, shown })
	return stale ? shown : kept.shown
}

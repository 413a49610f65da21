import { type RefObject, useEffect } from 'react'

const TITLES = 'tbody th > :is(a, [tabindex]):first-child'

/** The state of list and page when a key is pressed. */
export type KeyPlace = { key: string; at: number; rows: number }

/** The row to move to from the present one; -1 is outside. Undefined for other keys. */
export function rowAfter({ key, at, rows }: KeyPlace): number | undefined {
	if (rows === 0) return undefined
	if (key === 'j') return Math.min(at + 1, rows - 1)
	return key === 'k' ? Math.max(at < 0 ? rows - 1 : at - 1, 0) : undefined
}

/**
 * `j` and `k` move through the titles of a list, `x` chooses the row; Enter follows the focused link by itself. The keys work in the
 * list and where nothing has the focus, so that they take no letter from a field or another part. On a page with several lists, they
 * start in the first.
 */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent): void => {
			const place = list.current
			const focus = document.activeElement
			if (!place || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
			if (focus instanceof Element && focus.matches('input:not([type=checkbox]), select, textarea')) return
			const inside = place.contains(focus)
			const free = focus === document.body && document.querySelector('[data-list]') === place
			if ((!inside && !free) || document.querySelector('dialog:modal')) return
			const titles = [...place.querySelectorAll<HTMLElement>(TITLES)]
			const row = focus?.closest('tbody tr')
			const at = titles.findIndex((title) => title.closest('tr') === row)
			const to = rowAfter({ key: event.key, at, rows: titles.length })
			if (to !== undefined) {
				event.preventDefault()
				titles[to]?.focus()
			} else if (event.key === 'x' && row) {
				// A click, so that listeners which count the chosen rows notice it.
				row.querySelector<HTMLInputElement>('input[name="ids"]')?.click()
			}
		}
		document.addEventListener('keydown', onKeyDown)
		return () => document.removeEventListener('keydown', onKeyDown)
	}, [list])
}

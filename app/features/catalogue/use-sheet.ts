import { type RefObject, useEffect } from 'react'

/**
 * A `details` that covers the screen on phones, or a part of it. It closes on Escape, by its own links and buttons, by a press beside it,
 * and when the keyboard focus leaves it, because what is behind it cannot be seen.
 */
export function useSheet(sheet: RefObject<HTMLDetailsElement | null>): void {
	useEffect(() => {
		const element = sheet.current
		const close = (): void => {
			if (element) element.open = false
		}
		const escape = (event: KeyboardEvent): void => {
			if (event.key !== 'Escape' || event.defaultPrevented || !element?.open) return
			close()
			element.querySelector('summary')?.focus()
		}
		const leave = ({ target }: Event): void => {
			if (element?.open && target instanceof Node && !element.contains(target)) close()
		}
		const done = ({ target }: MouseEvent): void => {
			if (target instanceof Element && target.closest('a, button[type=submit]')) close()
		}
		element?.addEventListener('keydown', escape)
		element?.addEventListener('click', done)
		document.addEventListener('focusin', leave)
		document.addEventListener('pointerdown', leave)
		return () => {
			element?.removeEventListener('keydown', escape)
			element?.removeEventListener('click', done)
			document.removeEventListener('focusin', leave)
			document.removeEventListener('pointerdown', leave)
		}
	}, [sheet])
}

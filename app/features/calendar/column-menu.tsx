import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Menu, menuItem } from '#app/ui/menu.tsx'

type Props = {
	/** Whose, and in a week of which day. */
	label: string
	name: string
	/** Where their absence is entered, and where their shift of this day is changed. */
	disrupt: string
	shift: string
	today: boolean
	className: string
	face: ReactNode
	tabIndex?: number
}

/** What is done about somebody's day: in the head of a column, and beside the names where there is space for one column only. */
export function ColumnMenu({ label, name, disrupt, shift, today, className, face, tabIndex }: Props) {
	return (
		<Menu label={`${label}: Menü`} className={className} tabIndex={tabIndex} face={face}>
			<Link to={disrupt} className={menuItem}>
				{name} fällt aus …
			</Link>
			<Link to={shift} className={menuItem}>
				{today ? 'Heute anders …' : 'Schicht ändern …'}
			</Link>
		</Menu>
	)
}

/** Opens the menu of a column for the keyboard, at its first item. Returns false where there is none. */
export function openColumnMenu(board: Element | null | undefined, key: string, back: () => void): boolean {
	const places = [...(board?.querySelectorAll(`[data-menu="${CSS.escape(key)}"]`) ?? [])]
	const button = places.map((place) => place.querySelector('button')).find((each) => each?.checkVisibility())
	const sheet = button?.popoverTargetElement
	if (!button || !(sheet instanceof HTMLElement)) return false
	button.focus({ preventScroll: true })
	button.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
	const stops = new AbortController()
	const onToggle = (event: Event): void => {
		if ((event as ToggleEvent).newState !== 'closed') return
		stops.abort()
		// Whoever has followed a link is elsewhere by now.
		if (button.isConnected && (document.activeElement === button || document.activeElement === document.body)) back()
	}
	sheet.addEventListener('toggle', onToggle, { signal: stops.signal })
	return true
}

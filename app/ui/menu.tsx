import { createContext, type KeyboardEvent, type ReactNode, type ToggleEvent, use, useId, useRef } from 'react'
import styles from './menu.module.css'

type Props = {
	/** The button's text, or its accessible name if it has a `face`. */
	label: string
	/** A picture shown instead of the text. */
	face?: ReactNode
	className?: string
	/** -1 where the Tab key must pass it by, because there is another way for the keyboard. */
	tabIndex?: number
	/** Links and buttons, or a small form. */
	children: ReactNode
}

const ITEMS = 'a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select'
/** Fields that need the arrow keys, Home and End themselves. */
const TYPED = 'input:not([type=checkbox]), select, textarea'
const GAP = 4
const CloseMenu = createContext((): void => undefined)

/**
 * A button that opens a small sheet below it. The browser opens and closes it, without JavaScript too, also on Escape and on a press
 * elsewhere, and returns the focus to the button. A script positions the sheet below the button and handles the arrow keys.
 */
export function Menu({ label, face, className, tabIndex, children }: Props) {
	const id = useId()
	const button = useRef<HTMLButtonElement>(null)
	const sheet = useRef<HTMLDivElement>(null)
	const place = (event: ToggleEvent<HTMLDivElement>): void => {
		if (event.newState !== 'open' || !button.current || !sheet.current) return
		const { bottom, left, right } = button.current.getBoundingClientRect()
		const { clientWidth } = document.documentElement
		const { style } = sheet.current
		// The sheet extends towards the middle of the screen.
		const sides =
			right > clientWidth / 2 ? `${Math.round(clientWidth - right)}px auto auto` : `auto auto ${Math.round(left)}px`
		style.inset = `${Math.round(bottom + GAP)}px ${sides}`
		style.margin = '0'
	}
	const move = (event: KeyboardEvent): void => {
		if (event.target instanceof Element && event.target.matches(TYPED)) return
		const items = [...(sheet.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]
		const at = items.findIndex((item) => item === document.activeElement)
		const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key]
		if (to === undefined || (at < 0 && event.currentTarget !== button.current)) return
		event.preventDefault()
		if (!sheet.current?.matches(':popover-open')) sheet.current?.showPopover()
		items.at(to % items.length)?.focus()
	}
	// Escape must not also close what is around the open menu.
	const keep = (event: KeyboardEvent): void => {
		if (event.key !== 'Escape' || !sheet.current?.matches(':popover-open')) return move(event)
		event.preventDefault()
		sheet.current.hidePopover()
		button.current?.focus()
	}
	const close = (): void => {
		const inside = sheet.current?.contains(document.activeElement)
		sheet.current?.hidePopover()
		if (inside) button.current?.focus()
	}
	// A field says what was typed while the focus is leaving it, so this waits until the focus has arrived.
	const closeSoon = (): void => void setTimeout(close)
	// A page opened from the menu must not be covered by it.
	const closeAfter = (event: { target: EventTarget }): void => {
		if (event.target instanceof Element && event.target.closest('a, button[type=submit]')) close()
	}
	return (
		<div className={styles.menu}>
			<button
				ref={button}
				type="button"
				popoverTarget={id}
				className={className ?? styles.button}
				tabIndex={tabIndex}
				aria-label={face ? label : undefined}
				onKeyDown={keep}
			>
				{face ?? label}
			</button>
			{/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
			<div
				ref={sheet}
				id={id}
				popover="auto"
				className={styles.sheet}
				onBeforeToggle={place}
				onKeyDown={keep}
				onClick={closeAfter}
			>
				<CloseMenu value={closeSoon}>{children}</CloseMenu>
			</div>
		</div>
	)
}

/** Closes the menu around a part, and returns the focus to its button. */
export function useCloseMenu(): () => void {
	return use(CloseMenu)
}

/** The look of a link or button in a menu. */
export const menuItem = styles.item

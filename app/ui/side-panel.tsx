import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './side-panel.module.css'
import { useGo } from './use-go.ts'

/**
 * Moves the focus to the opened panel's title, or to the field marked for it. Defined outside the component, so that it runs once for each
 * item.
 */
function focusTitle(panel: HTMLElement | null): void {
	// Whoever has begun to type before the page was hydrated goes on there.
	if (panel?.contains(document.activeElement)) return
	const first = panel?.querySelector<HTMLElement>('[data-first]') ?? panel?.querySelector<HTMLElement>('h1')
	first?.focus({ preventScroll: true })
}

type PanelProps = {
	id: string
	label: string
	/** The page without the panel; Escape leads there. */ back: string
	children: ReactNode
}

/**
 * One item of a page, shown beside the page with an address of its own; `children` begin with its title, an `h1` that takes the
 * focus.
 */
export function SidePanel({ id, label, back, children }: PanelProps) {
	const go = useGo()
	const onKeyDown = (event: KeyboardEvent): void => {
		// Anything open inside closes first: a list of options, a menu, a picker.
		if (event.key !== 'Escape' || event.defaultPrevented) return
		event.preventDefault()
		go(back, { preventScrollReset: true })
	}
	return (
		// Keys pressed inside the panel bubble up to here.
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
		<aside key={id} className={styles.panel} aria-label={label} ref={focusTitle} onKeyDown={onKeyDown}>
			{children}
		</aside>
	)
}

type Props = {
	/** Id of the open item, as in the address of the link to it. */
	opened: string | undefined
	main: ReactNode
	children: ReactNode
	live?: boolean
}

/**
 * A page with room for a panel beside it; on narrow screens the panel replaces the page. After closing, the focus is on the link that
 * opened the panel.
 */
export function WithPanel({ opened, main, children, live }: Props) {
	const page = useRef<HTMLDivElement>(null)
	const before = useRef(opened)
	useEffect(() => {
		const closed = opened ? undefined : before.current
		before.current = opened
		if (closed)
			page.current?.querySelector<HTMLElement>(`a[href*="${CSS.escape(closed)}"]`)?.focus({ preventScroll: true })
	}, [opened])
	return (
		<div ref={page} className={styles.page} data-live={live} data-opened={opened !== undefined}>
			<div className={styles.main}>{main}</div>
			{children}
		</div>
	)
}

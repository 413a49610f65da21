import { type RefObject, useEffect, useRef, useState } from 'react'
import { CardLink } from '#app/ui/customer-link.tsx'
import styles from './hover-card.module.css'

/** The contents of an appointment's card. */
export type Facts = {
	title: string
	/** Id of the customer's card. */ card?: string
	lines: { name: string; text: string }[]
}

type Props = {
	frame: RefObject<HTMLDivElement | null>
	/** The entry that the cursor rests on. */
	resting: string
	factsOf: (entry: string) => Facts | undefined
}

const REST_MS = 450
const LEAVE_MS = 150
// A finger that rests this long and is lifted without having moved.
const HOLD_MS = 300
const STILL = 5

/** The id of the card's text, which what it describes refers to. */
export const CARD = 'termin-karte'

/**
 * Details of the entry that the mouse, a finger, the focus or the cursor rests on. The pointer can go into the card, where it finds the way to
 * the customer's card beside the text; keys find it in the opened entry. Escape, scrolling and pressing close it.
 */
export function HoverCard({ frame, resting, factsOf }: Props) {
	const card = useRef<HTMLDivElement>(null)
	const [pointed, setPointed] = useState('')
	const [rested, setRested] = useState('')
	const shown = pointed || rested
	const facts = shown ? factsOf(shown) : undefined
	useEffect(() => {
		const timer = setTimeout(() => setRested(resting), resting ? REST_MS : 0)
		return () => clearTimeout(timer)
	}, [resting])
	useEffect(() => {
		const root = frame.current
		const own = card.current
		if (!root || !own) return undefined
		let timer: ReturnType<typeof setTimeout> | undefined
		const later = (id: string, wait: number): void => {
			clearTimeout(timer)
			timer = setTimeout(() => setPointed(id), wait)
		}
		const over = (event: PointerEvent): void => {
			if (event.pointerType !== 'mouse' || event.buttons > 0) return
			const id = entryAt(event)
			if (own.contains(event.target as Element)) clearTimeout(timer)
			else later(id, id ? REST_MS : LEAVE_MS)
		}
		// A finger leaves whenever it is lifted.
		const leave = ({ pointerType }: PointerEvent): void => {
			if (pointerType === 'mouse') later('', LEAVE_MS)
		}
		const close = (): void => {
			clearTimeout(timer)
			setPointed('')
			setRested('')
		}
		let press = { x: 0, y: 0, at: 0, entry: '' }
		let held = false
		const down = (event: PointerEvent): void => {
			close()
			held = false
			const finger = event.pointerType === 'touch' && event.isPrimary
			press = { x: event.clientX, y: event.clientY, at: performance.now(), entry: finger ? entryAt(event) : '' }
		}
		const up = (event: PointerEvent): void => {
			const still = Math.hypot(event.clientX - press.x, event.clientY - press.y) < STILL
			held = press.entry !== '' && still && performance.now() - press.at >= HOLD_MS
			if (held) later(press.entry, 0)
			press.entry = ''
		}
		// After a long press the browser would offer the link, or open it.
		const noMenu = (event: Event): void => {
			if (press.entry) event.preventDefault()
		}
		const noClick = (event: Event): void => {
			if (!held) return
			held = false
			event.preventDefault()
			event.stopPropagation()
		}
		const focus = (event: FocusEvent): void => {
			if ((event.target as Element).matches(':focus-visible')) later(entryAt(event), REST_MS)
		}
		const key = (event: KeyboardEvent): void => {
			if (event.key === 'Escape') close()
		}
		const stops = new AbortController()
		const { signal } = stops
		for (const part of [root, own]) part.addEventListener('pointerover', over, { signal })
		for (const part of [root, own]) part.addEventListener('pointerleave', leave, { signal })
		root.addEventListener('pointerdown', down, { signal })
		root.addEventListener('pointerup', up, { signal })
		root.addEventListener('pointercancel', () => (press.entry = ''), { signal })
		root.addEventListener('contextmenu', noMenu, { signal })
		root.addEventListener('click', noClick, { signal, capture: true })
		root.addEventListener('focusin', focus, { signal })
		root.addEventListener('focusout', () => later('', LEAVE_MS), { signal })
		root.addEventListener('scroll', close, { signal })
		addEventListener('keydown', key, { signal })
		return () => {
			clearTimeout(timer)
			stops.abort()
		}
	}, [frame])
	useEffect(() => {
		const entry = shown ? frame.current?.querySelector(`[data-entry="${CSS.escape(shown)}"]`) : undefined
		entry?.setAttribute('aria-describedby', CARD)
		return () => entry?.removeAttribute('aria-describedby')
	}, [frame, shown])
	useEffect(() => {
		const own = card.current
		const entry = shown ? frame.current?.querySelector(`[data-entry="${CSS.escape(shown)}"]`) : undefined
		if (!own) return
		if (!entry || !facts) {
			if (own.matches(':popover-open')) own.hidePopover()
			return
		}
		if (!own.matches(':popover-open')) own.showPopover()
		placeBeside(own, entry.getBoundingClientRect())
	})
	return (
		<div ref={card} popover="manual" className={styles.card}>
			{facts ? (
				<>
					{/* A tooltip is text alone. */}
					<div role="tooltip" id={CARD}>
						<strong className={styles.title}>{facts.title}</strong>
						<dl>
							{facts.lines.map(({ name, text }) => (
								<div key={name}>
									<dt>{name}</dt>
									<dd>{text}</dd>
								</div>
							))}
						</dl>
					</div>
					<span className={styles.way}>
						<CardLink card={facts.card} reach={-1} />
					</span>
				</>
			) : null}
		</div>
	)
}

function entryAt({ target }: Event): string {
	return (target as Element).closest<HTMLElement>('[data-entry]')?.dataset.entry ?? ''
}

const APART = 8

/** Placed to the right of the entry, or to the left where there is no room; where neither has room below it, or above. */
function placeBeside(card: HTMLElement, entry: DOMRect): void {
	const { offsetWidth: width, offsetHeight: height } = card
	const right = entry.right + APART + width < innerWidth
	const beside = right ? entry.right + APART : entry.left - APART - width
	const below = entry.bottom + APART + height < innerHeight
	const under = below ? entry.bottom + APART : entry.top - APART - height
	const top = beside < APART ? under : Math.min(entry.top, innerHeight - height - APART)
	card.style.left = `${beside < APART ? Math.max(APART, Math.min(entry.left, innerWidth - width - APART)) : beside}px`
	card.style.top = `${Math.max(APART, top)}px`
}

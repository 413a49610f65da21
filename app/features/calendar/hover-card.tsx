import { type RefObject, useEffect, useRef, useState } from 'react'
import styles from './hover-card.module.css'

/** The contents of an appointment's card. */
export type Facts = { title: string; lines: { name: string; text: string }[] }

type Props = {
	frame: RefObject<HTMLDivElement | null>
	/** The entry that the cursor rests on. */
	resting: string
	factsOf: (entry: string) => Facts | undefined
}

const REST_MS = 450
const LEAVE_MS = 150

/** Details of the entry that the mouse or the cursor rests on; Escape, scrolling and pressing close the card. */
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
			const target = event.target as Element
			const id = target.closest<HTMLElement>('[data-entry]')?.dataset.entry ?? ''
			if (own.contains(target)) clearTimeout(timer)
			else later(id, id ? REST_MS : LEAVE_MS)
		}
		const close = (): void => {
			clearTimeout(timer)
			setPointed('')
			setRested('')
		}
		const key = (event: KeyboardEvent): void => {
			if (event.key === 'Escape') close()
		}
		const stops = new AbortController()
		const { signal } = stops
		for (const part of [root, own]) part.addEventListener('pointerover', over, { signal })
		for (const part of [root, own]) part.addEventListener('pointerleave', () => later('', LEAVE_MS), { signal })
		root.addEventListener('pointerdown', close, { signal })
		root.addEventListener('scroll', close, { signal })
		addEventListener('keydown', key, { signal })
		return () => {
			clearTimeout(timer)
			stops.abort()
		}
	}, [frame])
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
		<div ref={card} popover="manual" className={styles.card} role="tooltip" id="termin-karte">
			{facts ? (
				<>
					<strong>{facts.title}</strong>
					<dl>
						{facts.lines.map(({ name, text }) => (
							<div key={name}>
								<dt>{name}</dt>
								<dd>{text}</dd>
							</div>
						))}
					</dl>
				</>
			) : null}
		</div>
	)
}

const APART = 8

/** Placed to the right of the entry, or to the left where there is no room, within the window. */
function placeBeside(card: HTMLElement, entry: DOMRect): void {
	const { offsetWidth: width, offsetHeight: height } = card
	const right = entry.right + APART + width < innerWidth
	const left = right ? entry.right + APART : entry.left - APART - width
	card.style.left = `${Math.max(APART, left)}px`
	card.style.top = `${Math.max(APART, Math.min(entry.top, innerHeight - height - APART))}px`
}

import { type RefObject, useEffect } from 'react'
import type { BoardData } from './board-data.ts'
import { fieldOf } from './field.ts'
import { keepScroll, keptScroll, type Scroll } from './kept-scroll.ts'

const PAUSE_MS = 150

/** Scrolls the calendar to where this day was left, else to `start`, whenever other columns are shown, and keeps the place. */
export function useScroll(
	frame: RefObject<HTMLDivElement | null>,
	data: () => BoardData,
	start: { minute: number; column: number },
	columns: string,
): void {
	useEffect(() => {
		const root = frame.current
		const body = root?.querySelector<HTMLElement>('[data-body]')
		const { columns: shown, part, week, rooms } = data()
		if (!root || !body || !shown[0]) return undefined
		const { pixels, tracks } = fieldOf(body, data())
		const place = `${week ? 'woche' : rooms ? 'raeume' : 'tag'} ${shown[0].day.date}`
		const kept = keptScroll(
			place,
			shown.some(({ today }) => today),
		)
		root.scrollTop = ((kept?.minute ?? start.minute) - part.from) * pixels
		root.scrollLeft = kept?.columns === columns ? kept.left : (tracks[start.column]?.left ?? 0) - (tracks[0]?.left ?? 0)
		let scroll: Scroll | undefined
		let timer: ReturnType<typeof setTimeout> | undefined
		const keep = (): void => {
			clearTimeout(timer)
			if (scroll) keepScroll(place, scroll)
			scroll = undefined
		}
		const onScroll = (): void => {
			scroll = { minute: part.from + root.scrollTop / pixels, left: root.scrollLeft, columns }
			timer ??= setTimeout(() => {
				timer = undefined
				keep()
			}, PAUSE_MS)
		}
		root.addEventListener('scroll', onScroll, { passive: true })
		return () => {
			root.removeEventListener('scroll', onScroll)
			keep()
		}
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- when other columns are shown, not with each answer
	}, [columns])
}

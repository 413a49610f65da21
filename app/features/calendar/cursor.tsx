import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { formatTime } from '#app/lib/dates.ts'
import { type BoardData, entryIn, instantIn } from './board-data.ts'
import styles from './cursor.module.css'
import type { Placed } from './columns.ts'
import { openColumnMenu } from './column-menu.tsx'
import { type Spot, entriesAt, firstSpot, spotAfter } from './cursor-steps.ts'
import { cover, fieldOf } from './field.ts'
import { CARD } from './hover-card.tsx'
import { STEP } from './snap.ts'
import { keysOff } from './view-keys.tsx'

export type Keys = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey'>

type Props = {
	data: BoardData
	frame: RefObject<HTMLDivElement | null>
	onOpen: (entry: Placed) => void
	onCreate: (key: string, minute: number, block?: boolean) => void
	onRemove: (entry: Placed) => void
	/** Called for Alt or Shift with a key. Returns false when there is nothing to move. */
	onStep: (entry: Placed, keys: Keys) => boolean
	/** Called with the id of the entry that the cursor rests on, or an empty text. */
	onRest: (entry: string) => void
}

/** The calendar's single tab stop: a cursor that the arrow keys move over times and entries. */
export function Cursor({ data, frame, onOpen, onCreate, onRemove, onStep, onRest }: Props) {
	const mark = useRef<HTMLDivElement>(null)
	const [spot, setSpot] = useState<Spot>()
	const current = spot && settled(data, spot)
	const column = current && data.columns[current.index]
	const entry = current?.entry ? entryIn(data, current.entry) : undefined
	const words = column ? wordsOf(data, current, entry) : 'Kalender'
	useEffect(() => {
		const body = frame.current?.querySelector<HTMLElement>('[data-body]')
		if (!current || !body || !mark.current) return
		const from = entry?.from ?? current.minute
		cover(mark.current, fieldOf(body, data), data, current.index, from, entry?.to ?? from + STEP)
		if (document.activeElement === mark.current) mark.current.scrollIntoView({ block: 'nearest', inline: 'nearest' })
	})
	const go = (next: Spot): void => {
		setSpot(next)
		onRest(next.entry ?? '')
	}
	const onKeyDown = (event: KeyboardEvent): void => {
		if (!current || !column || event.ctrlKey || event.metaKey) return
		if (entry && onStep(entry, event)) return event.preventDefault()
		const asksMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
		if (asksMenu || (event.key.toLowerCase() === 'p' && !event.altKey && !keysOff())) {
			const back = (): void => mark.current?.focus()
			if (openColumnMenu(frame.current?.parentElement, column.key, back)) event.preventDefault()
			return
		}
		if (event.altKey || (event.shiftKey && entry)) return
		if (event.key === 'Enter' || event.key === ' ') {
			event.preventDefault()
			if (entry) onOpen(entry)
			else onCreate(column.key, current.minute)
			return
		}
		if (event.key === 'Delete' && entry?.kind === 'block') {
			event.preventDefault()
			onRemove(entry)
			return
		}
		if (event.key.toLowerCase() === 'b' && !entry && !keysOff()) {
			event.preventDefault()
			onCreate(column.key, current.minute, true)
			return
		}
		const next = spotAfter(event.key, current, data)
		if (!next) return
		event.preventDefault()
		go(next)
	}
	return (
		<>
			{/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is interactive */}
			<div
				ref={mark}
				className={styles.cursor}
				data-cursor=""
				// Only this part handles keys itself; the lists stay lists for screen readers.
				role="application"
				aria-label={words}
				aria-roledescription="Kalender"
				aria-describedby={`kalender-tasten ${CARD}`}
				// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
				tabIndex={0}
				onFocus={() => {
					if (!current) go(firstSpot(data))
				}}
				onBlur={() => onRest('')}
				onKeyDown={onKeyDown}
			/>
			<p id="kalender-tasten" hidden>
				Pfeiltasten gehen durch Zeiten und Termine, Enter öffnet den Termin oder trägt einen neuen ein, B trägt eine
				Sperrzeit ein, Alt mit Pfeiltaste verschiebt, Umschalt mit Pfeiltaste ändert das Ende, Entf löscht eine
				Sperrzeit, P öffnet das Menü der Spalte.
			</p>
			<p role="status" className="visually-hidden">
				{spot ? words : ''}
			</p>
		</>
	)
}

/** The position in the present data: the cursor follows its entry. */
function settled(data: BoardData, spot: Spot): Spot {
	const index = Math.min(spot.index, data.columns.length - 1)
	const minute = Math.min(Math.max(spot.minute, data.part.from), data.part.to - STEP)
	if (!spot.entry) return { index, minute }
	const holds = data.columns.findIndex(({ entries }) => entries.some(({ id }) => id === spot.entry))
	const entry = data.columns[holds]?.entries.find(({ id }) => id === spot.entry)
	return entry ? { index: holds, minute: entry.from, entry: entry.id } : { index, minute }
}

function wordsOf(data: BoardData, spot: Spot, entry: Placed | undefined): string {
	const column = data.columns[spot.index]
	if (!column) return ''
	if (entry) return `${column.name}, ${entry.time} bis ${entry.until}, ${entry.title}, ${entry.service}`
	const closed = column.closed.find(({ from, to }) => from <= spot.minute && to > spot.minute)
	const state = closed ? closed.reason || 'geschlossen' : entriesAt(column, spot.minute).length > 0 ? 'belegt' : 'frei'
	return `${column.name}, ${formatTime(instantIn(data, column, spot.minute), data.zone)}, ${state}`
}

import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { type BoardData, endsIn, entryIn, instantIn, type Move } from './board-data.ts'
import styles from './board.module.css'
import { ColumnView } from './column-view.tsx'
import type { Column, Placed } from './columns.ts'
import cursorStyles from './cursor.module.css'
import { Cursor, type Keys } from './cursor.tsx'
import { listenForDrags, releaseGhost } from './dragging.ts'
import { pathOf } from './events.ts'
import { fieldOf, placeAt } from './field.ts'
import './grid.css'
import { type Facts, HoverCard } from './hover-card.tsx'
import { Hours } from './now.tsx'
import { PeopleTabs } from './people-tabs.tsx'
import { snapClick } from './snap.ts'
import { useScroll } from './use-scroll.ts'
import { keyLength, keyMove } from './key-moves.ts'

type Props = {
	data: BoardData
	/** The appointment that is open beside the calendar. */
	opened: string
	/** The parts of an appointment's address before and after the id. */
	address: [string, string]
	/** The address where a person's absence on a day is entered; missing for members who have no right to. */
	disruptOf?: (person: string, day: string) => string
	nameOf: (person: string) => string
	/** Where a person's shift of a day is changed. */
	shiftOf: (person: string, day: string) => string
	/** Increases with each answer to a move; the entry is then no longer shown at the dragged place. */
	version: number
	/** The minute (on the axis) and the column that are visible first. */
	start: { minute: number; column: number }
	factsOf: (source: string) => Facts | undefined
	/** @param href as rendered, absolute */
	onOpen: (href: string) => void
	/** Instants, ISO 8601. */
	onCreate: (wish: { start: string; end?: string; person: string; room: string; block?: boolean }) => void
	onRemove: (entry: Placed) => void
	onMove: (move: Move) => void
}

/** More columns than this are narrower. */
const MANY = 6

/** The calendar itself: on a day a column for each person or room, in a week a column for each day. */
export function Board(props: Props) {
	const { data, opened, address, version, start } = props
	const frame = useRef<HTMLDivElement>(null)
	const latest = useRef(props)
	const [usable, setUsable] = useState(false)
	const [resting, setResting] = useState('')
	const pending = useRef<Move>(undefined)
	useEffect(() => {
		latest.current = props
	})
	const create = (key: string, from: number, to?: number, block = false): void => {
		const column = latest.current.data.columns.find((each) => each.key === key)
		if (!column) return
		const [first, last] = [from, to].map((minute) =>
			minute === undefined ? undefined : instantIn(latest.current.data, column, minute),
		)
		if (first) latest.current.onCreate({ start: first, end: last, person: column.person, room: column.room, block })
	}
	const move = (wish: Move): void => {
		pending.current = wish
		latest.current.onMove(wish)
	}
	useEffect(() => {
		setUsable(true)
		if (!frame.current) return undefined
		return listenForDrags(frame.current, {
			data: () => latest.current.data,
			onMove: move,
			onCreate: create,
			onBegin: () => setResting(''),
		})
		// oxlint-disable-next-line react-hooks/exhaustive-deps -- once; everything is read from what is latest
	}, [])
	useEffect(() => {
		pending.current = undefined
		if (frame.current) releaseGhost(frame.current)
	}, [version])
	useScroll(frame, () => latest.current.data, start, data.columns.map(({ key }) => key).join(' '))

	const onStep = (id: string, { key, altKey, shiftKey }: Keys): boolean => {
		const entry = entryIn(data, id)
		if (!entry?.movable || altKey === shiftKey) return false
		const wish = altKey ? keyMove(key, entry, data, pending.current) : keyLength(key, entry, pending.current)
		if (wish) move(wish)
		return wish !== undefined
	}
	const onClick = (event: MouseEvent): void => {
		const target = event.target as Element
		const link = target.closest<HTMLAnchorElement>('a[href]')
		if (link) {
			if (event.metaKey || event.ctrlKey || event.shiftKey || !link.dataset.entry) return
			event.preventDefault()
			props.onOpen(link.href)
			return
		}
		const key = target.closest<HTMLElement>('[data-track]')?.dataset.track
		const body = target.closest<HTMLElement>('[data-body]')
		const column = data.columns.find((each) => each.key === key)
		if (!column || !body) return
		const { minute } = placeAt(fieldOf(body, data), body, data, event.clientX, event.clientY)
		create(column.key, snapClick(minute, endsIn(column)))
	}
	const here = data.columns.filter(({ away }) => !away).length
	const tabs = !data.week && data.columns.length > 1
	const linksOf = ({ person, day }: Column) => ({
		shift: props.shiftOf(person, day.date),
		disrupt: data.rooms ? '' : (props.disruptOf?.(person, day.date) ?? ''),
	})
	return (
		<div className={styles.board} data-usable={usable} data-tabs={tabs}>
			{tabs ? <PeopleTabs columns={data.columns} rooms={data.rooms} {...{ frame, linksOf }} /> : null}
			{/* The cursor is for the keyboard; the other handlers here are for the pointer. */}
			{/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
			<div
				ref={frame}
				className={styles.frame}
				data-week={data.week}
				data-compact={!data.week && here > MANY}
				onClick={onClick}
				onKeyDown={(event) => {
					const id = (event.target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset.entry
					if (id && onStep(id, event)) event.preventDefault()
				}}
			>
				<div className={styles.body} data-body="">
					<Hours {...data} />
					{data.columns.map((column) => (
						<ColumnView
							key={column.key}
							{...{ column, usable, address }}
							{...linksOf(column)}
							who={props.nameOf(column.person)}
							{...{ axis: data.axis, part: data.part, week: data.week, now: data.now }}
							folds={here > 0 && !data.week && column.away !== ''}
							opened={column.entries.some(({ source }) => source === opened) ? opened : ''}
						/>
					))}
					<div className={cursorStyles.ghost} data-ghost="" hidden />
					{usable ? (
						<Cursor
							data={data}
							frame={frame}
							onOpen={(entry) => props.onOpen(new URL(address.join(pathOf(entry)), location.href).href)}
							onCreate={(key, minute, block) => create(key, minute, undefined, block)}
							onRemove={props.onRemove}
							onStep={({ id }, keys) => onStep(id, keys)}
							onRest={setResting}
						/>
					) : null}
				</div>
			</div>
			<HoverCard
				frame={frame}
				resting={resting}
				factsOf={(id) => {
					const entry = entryIn(data, id)
					return entry && props.factsOf(entry.source)
				}}
			/>
		</div>
	)
}

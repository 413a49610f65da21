import type { Calendar } from '@event-calendar/core'
import { useEffect, useRef, useState } from 'react'
import { weekdayOf } from '#app/lib/dates.ts'
import { untilLoaded } from '#app/lib/until-loaded.ts'
import { addWallMinutes, type Closed, shownHours, type View } from './calendar.ts'
import { closedForAll, type Entry } from './events.ts'
import styles from './board.module.css'

export type Move = { entry: Entry; minutes: number; person?: string }

type Props = {
	view: Exclude<View, 'liste'>
	day: string
	/** Offset of the location's clock now, "+01:00": it is the calendar's clock. */
	offset: string
	people: { id: string; name: string; color: string }[]
	entries: Entry[]
	closed: Closed[]
	/** The wall time that is in sight at first, HH:MM:SS. */
	scrollTo: string
	/** Rises when a move was refused: everything goes back to where it was. */
	version: number
	hrefFor: (appointment: string) => string
	/** @param href as made by `hrefFor`, absolute */
	onOpen: (href: string) => void
	onCreate: (wall: string, person?: string) => void
	onMove: (move: Move) => void
}

/** The calendar itself: a column for each person on a day, one for each day of a week. Runs in the browser only. */
export function Board(props: Props) {
	const target = useRef<HTMLDivElement>(null)
	const calendar = useRef<Calendar>(null)
	const latest = useRef(props)
	const refocus = useRef('')
	const [loaded, setLoaded] = useState(false)
	useEffect(() => {
		latest.current = props
	})
	useEffect(() => {
		let ended = false
		let destroy = (): void => undefined
		const open = async (): Promise<void> => {
			const [core] = await untilLoaded(() =>
				Promise.all([import('@event-calendar/core'), import('@event-calendar/core/index.css')]),
			)
			if (ended || !target.current) return
			const made = core.createCalendar(target.current, [core.ResourceTimeGrid, core.TimeGrid, core.Interaction], {
				...fixedOptions(latest),
				...changingOptions(latest.current),
			})
			calendar.current = made
			const { current } = target
			plainRoles(current)
			const observer = new MutationObserver(() => plainRoles(current))
			observer.observe(current, { childList: true, subtree: true })
			destroy = () => {
				observer.disconnect()
				void core.destroyCalendar(made)
			}
			setLoaded(true)
		}
		void open()
		return () => {
			ended = true
			calendar.current = null
			destroy()
		}
	}, [])
	const { view, day, people, entries, closed, version } = props
	useEffect(() => {
		if (!loaded) return undefined
		const options = changingOptions({ view, day, people, entries, closed, version })
		for (const [name, value] of Object.entries(options))
			calendar.current?.setOption(name as keyof Calendar.Options, value as never)
		// The moved entry is drawn anew; who moved it by keyboard goes on from there.
		const frame = requestAnimationFrame(() => {
			if (!refocus.current || document.activeElement !== document.body) return
			target.current?.querySelector<HTMLElement>(`[data-entry="${refocus.current}"]`)?.focus()
		})
		return () => cancelAnimationFrame(frame)
	}, [loaded, view, day, people, entries, closed, version])
	useEffect(() => {
		if (!loaded || view !== 'woche') return undefined
		// Where not all days fit, the week opens at its day. A frame later the columns have their widths.
		const frame = requestAnimationFrame(() => showColumn(target.current, weekdayOf(day) - 1))
		return () => cancelAnimationFrame(frame)
	}, [loaded, view, day])
	return (
		<div className={styles.scroll} data-loaded={loaded}>
			{loaded ? null : <p className={styles.loading}>Der Kalender wird geladen …</p>}
			{/* The links inside are keyboard targets of their own; Alt with an arrow moves the one with the focus. */}
			{/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
			<div
				ref={target}
				className={styles.board}
				onKeyDown={(event) => {
					const id = (event.target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset.entry
					const entry = entries.find((each) => each.id === id)
					const step = event.altKey && entry?.movable ? stepOf(event.key, entry, props) : undefined
					if (!entry || !step) return
					event.preventDefault()
					refocus.current = entry.id
					props.onMove({ entry, ...step })
				}}
				onClick={(event) => {
					const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
					if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
					event.preventDefault()
					if (Date.now() - lastDrag > 300) props.onOpen(link.href)
				}}
			/>
		</div>
	)
}

function showColumn(target: HTMLElement | null, index: number): void {
	const main = target?.querySelector<HTMLElement>('.ec-main')
	const head = target?.querySelectorAll<HTMLElement>('.ec-col-head')[index]
	if (!main || !head) return
	const hours = main.querySelector<HTMLElement>('.ec-sidebar')?.offsetWidth ?? 0
	main.scrollLeft += head.getBoundingClientRect().left - main.getBoundingClientRect().left - hours
}

/** What dragging does, by keyboard: up and down by a quarter of an hour, sideways to the next column. */
function stepOf(key: string, entry: Entry, { view, people }: Props): Omit<Move, 'entry'> | undefined {
	if (key === 'ArrowUp') return { minutes: -15 }
	if (key === 'ArrowDown') return { minutes: 15 }
	const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
	if (!step) return undefined
	if (view === 'woche') return { minutes: step * 1440 }
	const person = people[people.findIndex(({ id }) => id === entry.person) + step]?.id
	return person ? { minutes: 0, person } : undefined
}

// A click that ends a drag opens nothing.
let lastDrag = 0

function node<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text = ''): HTMLElementTagNameMap[Tag] {
	return Object.assign(document.createElement(tag), { textContent: text })
}

/** The component claims to be a table whose cells lie beside the events, which tells screen readers nothing true. */
function plainRoles(target: HTMLElement): void {
	const root = target.querySelector('.ec')
	root?.setAttribute('role', 'group')
	root?.setAttribute('aria-label', 'Kalender')
	// What scrolls must be reachable by keyboard.
	target.querySelector('.ec-main')?.setAttribute('tabindex', '0')
	for (const part of target.querySelectorAll('[role=row], [role=rowgroup], [role=columnheader], [role=cell]')) {
		part.removeAttribute('role')
		part.removeAttribute('aria-label')
		part.removeAttribute('aria-colindex')
	}
}

type Shown = Pick<Props, 'view' | 'day' | 'people' | 'entries' | 'closed' | 'version'>

function changingOptions({ view, day, people, entries, closed, version }: Shown): Calendar.Options {
	const week = view === 'woche'
	const hours = shownHours([...entries, ...openTimes(closed)])
	const grey = week
		? closedForAll(
				closed,
				people.map(({ id }) => id),
			)
		: closed
	const colors = new Map(people.map(({ id, color }) => [id, color]))
	return {
		view: week ? 'timeGridWeek' : 'resourceTimeGridDay',
		date: day,
		slotMinTime: hours.first,
		slotMaxTime: hours.last,
		resources: people.map(({ id, name }) => ({ id, title: name })),
		events: [
			...grey.map(({ person, from, to, reason }, index) => ({
				id: `closed-${index}`,
				start: from,
				end: to,
				...(week ? {} : { resourceIds: [person] }),
				display: 'background' as const,
				title: reason,
				classNames: [styles.closed ?? ''],
			})),
			...entries.map((entry) => ({
				id: entry.id,
				start: entry.from,
				end: entry.to,
				resourceIds: [entry.person],
				title: entry.title,
				editable: entry.movable,
				classNames: [styles.entry ?? '', styles[entry.state] ?? ''],
				styles: [`--person:${colors.get(entry.person) ?? 'var(--primary)'}`],
				extendedProps: { entry, version },
			})),
		],
	}
}

/** The parts of days in which somebody works, so that they are in sight. */
function openTimes(closed: Closed[]): { from: string; to: string }[] {
	return closed.flatMap(({ from, to }) => [
		...(to.endsWith('T00:00')
			? [{ from: addWallMinutes(from, -1), to: from }].filter(() => !from.endsWith('T00:00'))
			: []),
		...(from.endsWith('T00:00') && !to.endsWith('T00:00') ? [{ from: to, to: addWallMinutes(to, 1) }] : []),
	])
}

function fixedOptions(latest: { current: Props }): Calendar.Options {
	return {
		locale: 'de',
		timeZone: latest.current.offset,
		nowIndicator: true,
		firstDay: 1,
		headerToolbar: { start: '', center: '', end: '' },
		allDaySlot: false,
		allDayContent: 'Ganztägig',
		buttonText: { today: 'Heute', resourceTimeGridDay: 'Tag', timeGridWeek: 'Woche' },
		slotDuration: '00:15:00',
		slotLabelInterval: '01:00:00',
		slotHeight: 22,
		height: '100%',
		scrollTime: latest.current.scrollTo,
		slotLabelFormat: (time: Date) => `${String(time.getHours()).padStart(2, '0')}:00`,
		eventTimeFormat: { hour: '2-digit', minute: '2-digit' },
		dayHeaderFormat: { weekday: 'short', day: 'numeric', month: 'short' },
		columnWidth: 'minmax(8.5rem, 1fr)',
		eventDurationEditable: false,
		longPressDelay: 300,
		eventContent: ({ event, timeText }) => {
			const entry = event.extendedProps.entry as Entry | undefined
			if (!entry) return { domNodes: [node('span', typeof event.title === 'string' ? event.title : '')] }
			const link = node('a')
			link.href = latest.current.hrefFor(entry.appointment)
			link.draggable = false
			if (entry.movable)
				link.setAttribute('aria-keyshortcuts', 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight')
			link.dataset.entry = entry.id
			const first = node('span')
			first.append(node('strong', entry.title), ` ${timeText.replace(' Uhr', '')}`)
			const shared = latest.current.view === 'woche'
			link.append(first, node('small', shared ? `${entry.service} · ${entry.who}` : entry.service))
			return { domNodes: [link] }
		},
		eventDidMount: ({ el, event }) => {
			if (!event.extendedProps.entry) el.setAttribute('aria-hidden', 'true')
		},
		eventDragStop: () => {
			lastDrag = Date.now()
		},
		dateClick: ({ dateStr, resource }) => latest.current.onCreate(dateStr.slice(0, 16), resource?.id),
		eventDrop: ({ event, delta, newResource }) => {
			const entry = event.extendedProps.entry as Entry | undefined
			const minutes = Math.round(delta.days * 1440 + delta.seconds / 60)
			if (entry) latest.current.onMove({ entry, minutes, person: newResource?.id })
		},
	}
}

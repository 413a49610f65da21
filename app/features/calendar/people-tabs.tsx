import { type RefObject, useEffect, useState } from 'react'
import styles from './people-tabs.module.css'
import { ColumnMenu } from './column-menu.tsx'
import type { Column } from './columns.ts'
import { ROOMS_NAME } from './rooms.ts'

type Props = {
	columns: Column[]
	rooms: boolean
	frame: RefObject<HTMLDivElement | null>
	/** Where an absence and a shift of a column are entered; empty for members who have no right to. */
	linksOf: (column: Column) => { disrupt: string; shift: string }
}

/** Shown where there is space for only one column: whose day is visible, with links to the others; swiping leads there too. */
export function PeopleTabs({ columns, rooms, frame, linksOf }: Props) {
	const [current, setCurrent] = useState('')
	useEffect(() => {
		const root = frame.current
		if (!root) return undefined
		const look = (): void => {
			const tracks = [...root.querySelectorAll<HTMLElement>('[data-track]')]
			const left = root.getBoundingClientRect().left
			const shown = tracks.findLast((track) => {
				const box = track.getBoundingClientRect()
				return box.left - left < box.width / 2
			})
			setCurrent(shown?.dataset.track ?? '')
		}
		look()
		root.addEventListener('scroll', look, { passive: true })
		return () => root.removeEventListener('scroll', look)
	}, [frame])
	const column = columns.find(({ key }) => key === current) ?? columns[0]
	const links = column && linksOf(column)
	return (
		<div className={styles.bar}>
			<nav className={styles.tabs} aria-label={rooms ? ROOMS_NAME : 'Personen'}>
				{columns.map(({ key, name }) => (
					<a
						key={key}
						href={`#spalte-${key}`}
						aria-current={key === current ? 'true' : undefined}
						onClick={(event) => {
							event.preventDefault()
							frame.current
								?.querySelector(`[id="spalte-${key}"]`)
								?.scrollIntoView({ block: 'nearest', inline: 'start' })
						}}
					>
						{rooms ? name : name.split(' ')[0]}
					</a>
				))}
			</nav>
			{column && links?.disrupt ? (
				<span className={styles.menu} data-menu={column.key} key={column.key}>
					<ColumnMenu
						{...links}
						label={column.name}
						name={column.name}
						today={column.today}
						className={styles.more ?? ''}
						face={<span aria-hidden="true">⋮</span>}
					/>
				</span>
			) : null}
		</div>
	)
}

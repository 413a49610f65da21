import type { ReactNode } from 'react'
import { lookOf } from '#app/ui/button.tsx'
import { LineIcon } from '#app/ui/line-icon.tsx'
import type { CalendarLink } from './calendar-links.ts'
import styles from './ticket.module.css'

/** When a visit is, in the parts that its tile shows. */
export type TileData = { weekday: string; day: string; month: string; from: string; to: string }

/** The head of a confirmation: a check mark, what has happened, and where the mail went. */
export function Done({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className={styles.done}>
			<span className={styles.mark}>
				<LineIcon size={28} width={2.5}>
					<path d="m5 12.500 4.500 4.500L19 7.500" strokeLinecap="round" strokeLinejoin="round" />
				</LineIcon>
			</span>
			<div>
				<h1>{title}</h1>
				<p role="status">{children}</p>
			</div>
		</div>
	)
}

/** A booking as a ticket: the date is the biggest thing; beside it all about the booking. */
export function Ticket({ tile, children }: { tile: TileData; children: ReactNode }) {
	return (
		<div className={styles.ticket}>
			{/* The same words follow in the details. */}
			<div className={styles.tile} aria-hidden="true">
				<span>{tile.weekday}</span>
				<span className={styles.day}>{tile.day}</span>
				<span>{tile.month}</span>
				<span className={styles.from}>{tile.from}</span>
				<span>bis {tile.to}</span>
			</div>
			{children}
		</div>
	)
}

/** The ways into a calendar: a file that Apple's and all others open, and entries of those online. */
export function IntoCalendar({ file, links }: { file: string; links: CalendarLink[] }) {
	return (
		<section aria-labelledby="kalender">
			<h2 id="kalender" className={styles.heading}>
				In den Kalender
			</h2>
			<div className={styles.calendars}>
				<a href={file} className={lookOf({ kind: 'primary' })}>
					Apple und andere<span className="visually-hidden"> (Kalenderdatei)</span>
				</a>
				{links.map(({ name, href }) => (
					<a key={name} href={href} target="_blank" rel="noopener noreferrer" className={lookOf({ kind: 'secondary' })}>
						{name}
						<span className="visually-hidden"> (öffnet in einem neuen Fenster)</span>
					</a>
				))}
			</div>
		</section>
	)
}

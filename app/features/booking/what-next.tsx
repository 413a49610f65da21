import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { LineIcon } from '#app/ui/line-icon.tsx'
import styles from './what-next.module.css'

const ICONS = {
	route:
		'M6 19a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM18 10a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5ZM8.500 16.500H16a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h6',
	move: 'M4 9h13l-3-3M20 15H7l3 3',
	write: 'M4 5h16v11h-9l-4.500 3.500V16H4Z',
	done: 'm5 12.500 4.500 4.500L19 7.500',
	clock: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM12 7.500V12l3 2',
	place:
		'M12 21s-6.500-6-6.500-11a6.500 6.500 0 0 1 13 0c0 5-6.500 11-6.500 11ZM12 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z',
}

function Icon({ name }: { name: keyof typeof ICONS }) {
	return (
		<LineIcon width={1.75}>
			<path d={ICONS[name]} strokeLinecap="round" strokeLinejoin="round" />
		</LineIcon>
	)
}

type WaysProps = { id: string; business: string; route: string; movable: boolean; writable: boolean }

/** What one does with a booking that was just made. The key to it is kept for its own address, which is opened anew. */
export function BookingWays({ id, business, route, movable, writable }: WaysProps) {
	return (
		<ul className={styles.ways}>
			<li>
				<a href={route} target="_blank" rel="noopener noreferrer">
					<Icon name="route" />
					<strong>Route</strong>
					<span>
						auf OpenStreetMap<span className="visually-hidden"> (öffnet in einem neuen Fenster)</span>
					</span>
				</a>
			</li>
			{movable ? (
				<li>
					<Link to={paths.bookingStep(id, 'umbuchen')} reloadDocument>
						<Icon name="move" />
						<strong>Verschieben</strong>
						<span>freie Zeiten ansehen</span>
					</Link>
				</li>
			) : null}
			{writable ? (
				<li>
					<Link to={`${paths.booking(id)}#nachrichten`} reloadDocument>
						<Icon name="write" />
						<strong>Nachricht</strong>
						<span>an {business}</span>
					</Link>
				</li>
			) : null}
		</ul>
	)
}

type Step = { icon: 'done' | 'clock' | 'place'; title: string; text: ReactNode }

/** What happens from now on until the visit. */
export function WhatNext({ steps }: { steps: Step[] }) {
	return (
		<section aria-labelledby="weiter">
			<h2 id="weiter" className={styles.heading}>
				So geht es weiter
			</h2>
			<ol className={styles.steps}>
				{steps.map(({ icon, title, text }) => (
					<li key={title}>
						<span className={styles.mark}>
							<Icon name={icon} />
						</span>
						<div>
							<strong>{title}</strong>
							{text ? <p>{text}</p> : null}
						</div>
					</li>
				))}
			</ol>
		</section>
	)
}

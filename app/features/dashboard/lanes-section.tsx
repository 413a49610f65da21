import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { Piece, Team } from './lanes.ts'
import styles from './lanes-section.module.css'

type Props = Team & { day: string }

/** A lane for each person at work: who is being served now, and who comes next. */
export function LanesSection({ lanes, done, away, day }: Props) {
	if (lanes.length + done.length === 0) return null
	return (
		<section className={styles.section} aria-labelledby="jetzt">
			<div className={styles.head}>
				<h2 id="jetzt">Jetzt und gleich</h2>
				<Link to={adminPaths.calendar({ tag: day })}>Kalender öffnen</Link>
			</div>
			{lanes.length === 0 ? <p>Für heute haben alle Feierabend.</p> : null}
			<div className={styles.sheet} hidden={lanes.length === 0}>
				{/* Where there is room the words stand once, above the columns. */}
				<div className={styles.words} aria-hidden="true">
					<span>Wer</span>
					<div>
						<span>Jetzt</span>
						<span>Gleich</span>
					</div>
				</div>
				<ul className={styles.lanes}>
					{lanes.map(({ person, now, idle, next }) => (
						<li key={person.id} className={styles.lane}>
							<h3 className={styles.person}>{person.name}</h3>
							<dl>
								<div>
									<dt>Jetzt</dt>
									<dd>
										{now.map((piece) => (
											<Shown key={`${piece.id} ${piece.from}`} {...{ piece, day }} end />
										))}
										{idle ? <span className={styles.soft}>{idle}</span> : null}
									</dd>
								</div>
								<div>
									<dt>Gleich</dt>
									<dd>
										{next ? (
											<Shown piece={next} day={day}>
												<span className={styles.time}>{next.time}</span>{' '}
											</Shown>
										) : (
											<span className={styles.soft}>heute niemand mehr</span>
										)}
									</dd>
								</div>
							</dl>
						</li>
					))}
				</ul>
			</div>
			{done.length > 0 && lanes.length > 0 ? <p className={styles.away}>Feierabend: {done.join(', ')}</p> : null}
			{away.length > 0 ? (
				<p className={styles.away}>
					Heute nicht da: {away.map(({ name, reason }) => (reason ? `${name} (${reason})` : name)).join(', ')}
				</p>
			) : null}
		</section>
	)
}

type ShownProps = {
	piece: Piece
	day: string
	/** Says until when. */ end?: boolean
	/** Before the name. */ children?: ReactNode
}

function Shown({ piece: { kind, id, name, words, until, here }, day, end, children }: ShownProps) {
	const to = {
		visit: adminPaths.appointment(id),
		event: adminPaths.event(id),
		block: adminPaths.block(id, { tag: day }),
	}
	return (
		<span className={styles.piece}>
			<Link to={to[kind]} className={styles.name}>
				{children}
				{name}
			</Link>
			<span className={styles.soft}>{[words, end ? `bis ${until}` : ''].filter(Boolean).join(' · ')}</span>
			{here ? (
				<Badge kind="good" icon="m3.5 8.5 3 3 6-7">
					angekommen
				</Badge>
			) : null}
		</span>
	)
}

import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { ButtonLink, lookOf } from '#app/ui/button.tsx'
import { Picture, type StoredPicture } from '#app/ui/picture.tsx'
import { Stars } from '#app/ui/rating.tsx'
import styles from './own-appointments.module.css'

export type OwnAppointment = {
	id: string
	startsAt: string
	when: string
	place: string
	services: string
	/** The state in words; empty for an ordinary booking. */
	state: string
	/** What was paid online, goes back or is left for the visit; empty where everything is paid on site. */
	paid: string[]
	/** The stars given, or that the visit can be reviewed. */
	review?: number | 'open'
	/** Where a past visit is booked again. */
	again?: string
}

/** What the next visit shows besides its row. */
export type NextVisit = {
	id: string
	picture: StoredPicture | null
	/** A map of the place on another site. */
	route: string | null
	/** Whether the customer can still move it; a course has its date. */
	movable: boolean
	cancellable: boolean
	/** Whether it waits for its payment. */
	payable: boolean
	/** Until when it can be cancelled at no cost, in words; empty once that is over. */
	free: string
	/** "in 4 Tagen"; empty today and tomorrow, which its time says. */
	away: string
	/** Who serves. */
	people: string
}

/** The person's coming appointments; the next one with its picture and what one does with it. */
export function ComingAppointments({ coming, next }: { coming: OwnAppointment[]; next: NextVisit | null }) {
	return (
		<section aria-labelledby="kommende">
			<h2 id="kommende">Kommende Termine</h2>
			{coming.length > 0 ? <List rows={coming} next={next} /> : <p>Sie haben keinen kommenden Termin.</p>}
			<p className={styles.find}>
				<ButtonLink to={paths.listings()} kind={coming.length > 0 ? 'secondary' : 'primary'}>
					Termin suchen
				</ButtonLink>
			</p>
		</section>
	)
}

/** The person's past appointments, each with the way to review it and to book it again. */
export function PastAppointments({ past }: { past: OwnAppointment[] }) {
	if (past.length === 0) return null
	return (
		<section aria-labelledby="vergangene">
			<h2 id="vergangene">Vergangene Termine</h2>
			<List rows={past} />
		</section>
	)
}

function NextActions({ visit, what }: { visit: NextVisit; what: string }) {
	return (
		<div className={styles.actions}>
			{visit.route ? (
				<a href={visit.route} target="_blank" rel="noreferrer" className={lookOf({ kind: 'primary' })}>
					Route
					<span className="visually-hidden"> auf openstreetmap.org</span>
				</a>
			) : null}
			{visit.movable ? (
				<ButtonLink kind="secondary" to={paths.bookingStep(visit.id, 'umbuchen')}>
					Verschieben<span className="visually-hidden">: {what}</span>
				</ButtonLink>
			) : null}
			{visit.payable ? (
				<ButtonLink to={paths.bookingPayment(visit.id)}>
					Bezahlen<span className="visually-hidden">: {what}</span>
				</ButtonLink>
			) : visit.cancellable ? (
				<ButtonLink kind="plain" to={paths.bookingStep(visit.id, 'absagen')}>
					Absagen<span className="visually-hidden">: {what}</span>
				</ButtonLink>
			) : (
				<span className={styles.free}>Online lässt sich dieser Termin nicht mehr ändern.</span>
			)}
			{visit.free ? <span className={styles.free}>{visit.free}</span> : null}
		</div>
	)
}

function List({ rows, next }: { rows: OwnAppointment[]; next?: NextVisit | null }) {
	return (
		<ul className={styles.list}>
			{rows.map(({ id, startsAt, when, place, services, state, paid, review, again }) => (
				<li key={id} className={id === next?.id ? styles.next : undefined}>
					{id === next?.id && next.picture ? (
						<span className={styles.picture}>
							<Picture picture={next.picture} box="small" eager />
						</span>
					) : null}
					<Link to={paths.booking(id)} className={styles.row}>
						<span className={styles.when}>
							<time dateTime={startsAt}>{when}</time>
							{id === next?.id && next.away ? <span className={styles.away}>{next.away}</span> : null}
							{state ? <span className={styles.state}>{state}</span> : null}
						</span>
						<span className={styles.what}>{services}</span>
						<span className={styles.place}>
							{[id === next?.id && next.people ? `bei ${next.people}` : '', place].filter(Boolean).join(' · ')}
						</span>
						{paid.length > 0 ? <span className={styles.place}>{paid.join(' · ')}</span> : null}
					</Link>
					{id === next?.id ? <NextActions visit={next} what={`${services}, ${when}`} /> : null}
					{again || review ? (
						<span className={styles.after}>
							{review ? (
								<Link to={paths.review(id)} className={styles.review}>
									{review === 'open' ? (
										<>
											Bewerten
											<span className="visually-hidden">
												: {services}, {when}
											</span>
										</>
									) : (
										<>
											<span className="visually-hidden">Ihre Bewertung: </span>
											<Stars value={review} />
										</>
									)}
								</Link>
							) : null}
							{again ? (
								<ButtonLink to={again} kind="secondary">
									Wieder buchen<span className="visually-hidden">: {services}</span>
								</ButtonLink>
							) : null}
						</span>
					) : null}
				</li>
			))}
		</ul>
	)
}

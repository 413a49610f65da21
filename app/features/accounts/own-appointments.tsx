import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { ButtonLink, lookOf } from '#app/ui/button.tsx'
import { chipLook } from '#app/ui/chip.tsx'
import { HoldButton, HoldForm } from '#app/ui/hold-button.tsx'
import { Picture, type StoredPicture } from '#app/ui/picture.tsx'
import { Stars } from '#app/ui/rating.tsx'
import styles from './own-appointments.module.css'
import type { Rebooking } from './rebook.server.ts'

export type OwnAppointment = {
	id: string
	startsAt: string
	when: string
	place: string
	services: string
	/** The state in words; empty for an ordinary booking. */
	state: string
	/** The stars given, or that the visit can be reviewed. */
	review?: number | 'open'
	/** How a past visit is booked again. */
	again?: Rebooking
}

/** What the next visit shows besides its row. */
export type NextVisit = {
	id: string
	picture: StoredPicture | null
	/** A map of the place on another site. */
	route: string | null
	/** Whether the customer can move it; a course has its date. */
	movable: boolean
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

/** The person's past appointments, each with the way to book it again and to review it. */
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
			<ButtonLink kind="plain" to={paths.bookingStep(visit.id, 'absagen')}>
				Absagen<span className="visually-hidden">: {what}</span>
			</ButtonLink>
		</div>
	)
}

function List({ rows, next }: { rows: OwnAppointment[]; next?: NextVisit | null }) {
	return (
		<ul className={styles.list}>
			{rows.map(({ id, startsAt, when, place, services, state, review, again }) => (
				<li key={id} className={id === next?.id ? styles.next : undefined}>
					{id === next?.id && next.picture ? (
						<span className={styles.picture}>
							<Picture picture={next.picture} box="small" eager />
						</span>
					) : null}
					<Link to={paths.booking(id)} className={styles.row}>
						<span className={styles.when}>
							<time dateTime={startsAt}>{when}</time>
							{state ? <span className={styles.state}>{state}</span> : null}
						</span>
						<span className={styles.what}>{services}</span>
						{place ? <span className={styles.place}>{place}</span> : null}
					</Link>
					{id === next?.id ? <NextActions visit={next} what={`${services}, ${when}`} /> : null}
					{again ? <Again again={again} services={services} /> : null}
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
									Ihre Bewertung: <Stars value={review} />
								</>
							)}
						</Link>
					) : null}
				</li>
			))}
		</ul>
	)
}

/** The same visit once more: a time is held with one click, and the link leads to all of them. */
function Again({ again: { path, times }, services }: { again: Rebooking; services: string }) {
	return (
		<div className={styles.again}>
			{times.length > 0 ? (
				<HoldForm className={styles.times} aria-label={`Wieder buchen: ${services}`}>
					{times.map(({ action, start, label, sixWeeks }, index) => (
						<HoldButton
							key={start}
							{...{ action, start }}
							className={chipLook({ kind: index === 0 ? 'next' : 'later', className: styles.time })}
						>
							{sixWeeks ? 'In 6 Wochen: ' : 'Wieder buchen: '}
							{label}
						</HoldButton>
					))}
				</HoldForm>
			) : null}
			<Link to={path}>
				{times.length > 0 ? 'Andere Zeit' : 'Wieder buchen'}
				<span className="visually-hidden">: {services}</span>
			</Link>
		</div>
	)
}

import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { chipLook } from '#app/ui/chip.tsx'
import { HoldButton, HoldForm } from '#app/ui/hold-button.tsx'
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

/** The person's coming and past appointments, each a link to its page. */
export function OwnAppointments({ coming, past }: { coming: OwnAppointment[]; past: OwnAppointment[] }) {
	return (
		<>
			<section aria-labelledby="kommende">
				<h2 id="kommende">Kommende Termine</h2>
				{coming.length > 0 ? <List rows={coming} /> : <p>Sie haben keinen kommenden Termin.</p>}
				<p className={styles.next}>
					<ButtonLink to={paths.listings()} kind={coming.length > 0 ? 'secondary' : 'primary'}>
						Termin suchen
					</ButtonLink>
				</p>
			</section>
			{past.length > 0 ? (
				<section aria-labelledby="vergangene">
					<h2 id="vergangene">Vergangene Termine</h2>
					<List rows={past} />
				</section>
			) : null}
		</>
	)
}

function List({ rows }: { rows: OwnAppointment[] }) {
	return (
		<ul className={styles.list}>
			{rows.map(({ id, startsAt, when, place, services, state, review, again }) => (
				<li key={id}>
					<Link to={paths.booking(id)} className={styles.row}>
						<span className={styles.when}>
							<time dateTime={startsAt}>{when}</time>
							{state ? <span className={styles.state}>{state}</span> : null}
						</span>
						<span>{services}</span>
						{place ? <span className={styles.place}>{place}</span> : null}
					</Link>
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
					{times.map(({ action, start, label, sixWeeks }) => (
						<HoldButton key={start} {...{ action, start }} className={chipLook({ kind: 'free' })}>
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

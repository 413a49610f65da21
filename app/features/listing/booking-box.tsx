import { paths } from '#app/lib/paths.ts'
import buttons from '#app/ui/button.module.css'
import { chipLook } from '#app/ui/chip.tsx'
import { HoldForm } from '#app/ui/hold-button.tsx'
import { StartLabel } from '#app/ui/start-label.tsx'
import { useAhead } from '#app/ui/use-ahead.ts'
import { BookLink, BookTime } from './book-link.tsx'
import styles from './booking-box.module.css'
import type { ListingData } from './listing.queries.server.ts'
import { WeekStrip } from './week-strip.tsx'

/** The next free times and the link to the booking; stays in sight beside the page. */
export function BookingBox({ data }: { data: ListingData }) {
	const ahead = useAhead()
	const [next, ...others] = data.starts
	return (
		<div className={styles.box}>
			{next ? (
				<>
					<h2>Nächster freier Termin</h2>
					<p className={styles.for}>{data.first?.name}</p>
					<HoldForm>
						<BookTime action={next.action} start={next.start} className={styles.next}>
							{next.label}
						</BookTime>
						{others.length ? (
							<ul className={styles.others} aria-label="Weitere freie Zeiten">
								{others.map(({ label, action, start }, index) => (
									<li key={start}>
										<BookTime {...{ action, start }} className={chipLook({ kind: 'later' })}>
											<StartLabel label={label} before={data.starts[index]?.label} />
										</BookTime>
									</li>
								))}
							</ul>
						) : null}
					</HoldForm>
				</>
			) : (
				<>
					<h2>Zurzeit keine freie Zeit online</h2>
					<p>
						{data.first
							? 'Für andere Leistungen oder spätere Tage kann etwas frei sein.'
							: `Termine gibt es hier telefonisch${data.phone ? `: ${data.phone}` : ''}.`}
					</p>
				</>
			)}
			<WeekStrip data={data} />
			{next && data.zone ? <p className={styles.for}>{data.zone}</p> : null}
			<BookLink
				to={paths.listingBooking(data.slug, { von: data.from })}
				className={`${buttons.primary} ${styles.book}`}
				prefetch={ahead}
			>
				Termin buchen
			</BookLink>
			<p className={styles.note}>
				{data.confirms_by_hand ? 'Das Unternehmen bestätigt Ihren Wunsch.' : 'Sofort bestätigt, ohne Konto.'}
			</p>
			<WaitLink data={data} />
		</div>
	)
}

/** The way to the waiting list, where there is one. @param services what was chosen on the page */
export function WaitLink({
	data: { waitlist, first, slug, from },
	services,
}: {
	data: ListingData
	services?: string[]
}) {
	if (waitlist === 'off' || !first) return null
	return (
		<p className={styles.wait}>
			Nichts dabei?{' '}
			<BookLink to={paths.listingWait(slug, { service: services, von: from })} rel="nofollow">
				Auf die Warteliste
			</BookLink>
		</p>
	)
}

/** The next free time and the link to the booking as a bar at the lower edge of a phone. */
export function BookingBar({ data }: { data: ListingData }) {
	const next = data.starts[0]
	return (
		<div className={styles.bar}>
			{next ? (
				<HoldForm>
					<span>Nächster freier Termin</span>
					<BookTime
						action={next.action}
						start={next.start}
						className={chipLook({ kind: 'next', className: styles.soonest })}
					>
						{next.label}
					</BookTime>
				</HoldForm>
			) : (
				<p>
					<b>Freie Zeiten ansehen</b>
				</p>
			)}
			<BookLink to={paths.listingBooking(data.slug, { von: data.from })} className={buttons.primary}>
				Termin buchen
			</BookLink>
		</div>
	)
}

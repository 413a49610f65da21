import { paths } from '#app/lib/paths.ts'
import { Portrait } from '#app/ui/portrait.tsx'
import { BookLink } from './book-link.tsx'
import type { ListingData } from './listing.queries.server.ts'
import styles from './team.module.css'

/** The people of a location, with the way to the free times of each for the first service they perform. */
export function Team({ data: { employees, services, slug, from } }: { data: ListingData }) {
	if (!employees.length) return null
	return (
		<section aria-labelledby="team">
			<h2 id="team">Team</h2>
			<ul className={styles.team}>
				{employees.map((employee, index) => {
					const own = services.find(
						({ byPhone, addonTo, by }) => !byPhone && !addonTo && by.some(([person]) => person === index),
					)
					return (
						<li key={employee.id}>
							<Portrait path={employee.image_path} name={employee.name} turn={index} />
							<b>{employee.name}</b>
							{employee.title ? <span className={styles.soft}>{employee.title}</span> : null}
							{own ? (
								<BookLink
									to={paths.listingBooking(slug, { service: own.id, employee: employee.id, von: from })}
									rel="nofollow"
									className={styles.times}
								>
									Freie Zeiten<span className="visually-hidden"> bei {employee.name}</span>
								</BookLink>
							) : null}
						</li>
					)
				})}
			</ul>
		</section>
	)
}

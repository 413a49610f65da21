import { NavLink, Outlet } from 'react-router'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { STATE_NAMES } from '#app/features/company/company.ts'
import styles from '#app/ui/panel.module.css'
import { invariantResponse } from '#app/lib/invariant.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { Route } from './+types/location.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { locations } = await requireMember(context, request)
	const location = locations.find(({ id }) => id === params.id)
	invariantResponse(location)
	return { location }
}

/** Head of the pages of one location. */
export default function LocationLayout({ loaderData }: Route.ComponentProps) {
	const { id, name, state } = loaderData.location
	return (
		<>
			<title>{`${name} · Zeitplatz`}</title>
			<div className={styles.head}>
				<h1>{name}</h1>
				<span className={`${styles.badge} ${state === 'published' ? styles.published : ''}`}>{STATE_NAMES[state]}</span>
			</div>
			<nav className={styles.tabs} aria-label="Standort">
				<NavLink to={adminPaths.location(id)} end>
					Angaben
				</NavLink>
				<NavLink to={adminPaths.employees(id)}>Team</NavLink>
				<NavLink to={adminPaths.services(id)}>Leistungen</NavLink>
				<NavLink to={adminPaths.workingHours(id)}>Arbeitszeiten</NavLink>
			</nav>
			<Outlet />
		</>
	)
}

import { Outlet } from 'react-router'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { STATE_NAMES } from '#app/features/company/company.ts'
import styles from '#app/ui/panel.module.css'
import { invariantResponse } from '#app/lib/invariant.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
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
				<Badge kind={state === 'published' ? 'good' : 'quiet'}>{STATE_NAMES[state]}</Badge>
			</div>
			<Tabs
				label="Standort"
				tabs={[
					{ to: adminPaths.location(id), label: 'Angaben' },
					{ to: adminPaths.employees(id), label: 'Team' },
					{ to: adminPaths.services(id), label: 'Leistungen' },
					{ to: adminPaths.workingHours(id), label: 'Arbeitszeiten' },
					...(state === 'published' ? [{ to: adminPaths.share(id), label: 'Link und QR-Code' }] : []),
				]}
			/>
			<Outlet />
		</>
	)
}

import { Link } from 'react-router'
import { loadRetentionRules } from '#app/features/settings/retention.server.ts'
import { RetentionPanel } from '#app/features/settings/retention-panel.tsx'
import { requireManager } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/retention.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client } = await requireManager(context, request)
	return loadRetentionRules(client)
}

/** How long data about people are kept. */
export default function RetentionPage({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<title>Aufbewahrung · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Aufbewahrung</h1>
				<Link to={adminPaths.settings()}>Alle Einstellungen</Link>
			</div>
			<div className={styles.stack}>
				<RetentionPanel rules={loaderData} />
			</div>
		</>
	)
}

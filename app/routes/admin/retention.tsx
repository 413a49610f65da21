import { Link } from 'react-router'
import { loadRetentionRules } from '#app/features/settings/retention.server.ts'
import { looksContract } from '#app/features/operator/operator.contracts.ts'
import { OperatorLooks } from '#app/features/operator/looks.tsx'
import { RetentionPanel } from '#app/features/settings/retention-panel.tsx'
import { requireManager } from '#app/features/shell/admin-context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/retention.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client, company, role } = await requireManager(context, request)
	const looks =
		role === 'owner'
			? invariantData(await call(client, 'operator_looks', looksContract, { p_company: company.id }))
			: null
	return { rules: await loadRetentionRules(client), looks }
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
				<RetentionPanel rules={loaderData.rules} />
				{loaderData.looks ? <OperatorLooks looks={loaderData.looks} /> : null}
			</div>
		</>
	)
}

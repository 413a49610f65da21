import { Link } from 'react-router'
import { loadAccepted } from '#app/features/legal/agreements.queries.server.ts'
import { acceptAgreements } from '#app/features/settings/agreements.server.ts'
import { AgreementsPanel } from '#app/features/settings/agreements-panel.tsx'
import { requireManager } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/agreements.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client, company, role } = await requireManager(context, request)
	return { ...(await loadAccepted(client, company.id)), company: company.name, owner: role === 'owner' }
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, company } = await requireManager(context, request)
	return acceptAgreements(client, company.id, await readForm(request))
}

/** Reloads after a refusal too: other words may hold by now. */
export const shouldRevalidate = () => true

/** What the company has agreed on with the operator. */
export default function AgreementsPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Verträge · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Verträge</h1>
				<Link to={adminPaths.settings()}>Alle Einstellungen</Link>
			</div>
			<div className={styles.stack}>
				<SavedMessage refusal={actionData} />
				<AgreementsPanel {...loaderData} reply={replyTo(actionData, 'agreements')} />
			</div>
		</>
	)
}

import { Link } from 'react-router'
import { changeClosing, countComing } from '#app/features/company/closing.server.ts'
import { ClosedPanel, ClosingPanel } from '#app/features/company/closing-panel.tsx'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/close.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client, company } = await requireOwner(context, request)
	return {
		name: company.name,
		due: company.goes_at ? formatDate(company.goes_at, HOME_ZONE) : '',
		over: company.goes_at !== null && Date.parse(company.goes_at) <= Date.now(),
		...(company.goes_at ? { coming: 0, untold: 0 } : await countComing(client, company.id)),
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, company } = await requireOwner(context, request)
	return changeClosing(client, company.id, await readForm(request))
}

/** The end of a company on the platform, and the way back. */
export default function ClosePage({ loaderData, actionData }: Route.ComponentProps) {
	const { name, due, over, coming, untold } = loaderData
	return (
		<>
			<title>Unternehmen schließen · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Unternehmen schließen</h1>
				<Link to={adminPaths.settings()}>Alle Einstellungen</Link>
			</div>
			<div className={styles.stack}>
				<SavedMessage refusal={actionData} />
				{due ? (
					<ClosedPanel due={due} over={over} reply={replyTo(actionData, 'reopen')} />
				) : (
					<ClosingPanel {...{ name, coming, untold }} reply={replyTo(actionData, 'close')} />
				)}
			</div>
		</>
	)
}

import { data, Link } from 'react-router'
import { hasNoCustomers, loadTransfers } from '#app/features/transfers/transfers.queries.server.ts'
import { orderExport, orderImport, sendsFile } from '#app/features/transfers/transfers.commands.server.ts'
import { ExportPanel, ImportPanel } from '#app/features/transfers/transfers-panel.tsx'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/transfer.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client, company, locations } = await requireOwner(context, request)
	const [transfers, noCustomers] = await Promise.all([
		loadTransfers(client, company.id),
		hasNoCustomers(client, company.id),
	])
	return { transfers, empty: noCustomers && locations.length === 0 }
}

export async function action({ context, request }: Route.ActionArgs) {
	// Before anything is read, which may be a large file.
	const member = await requireOwner(context, request)
	const services = context.get(servicesContext)
	const limit = sendsFile(request) ? 'transferFile' : 'transfer'
	if (!(await services.allow(limit, member.user.id))) throw data('Too Many Requests', { status: 429 })
	if (sendsFile(request)) return orderImport(member, services, request)
	return orderExport(member, await readForm(request))
}

/** Taking all data of the business along, and bringing them back. */
export default function TransferPage({ loaderData, actionData }: Route.ComponentProps) {
	const { transfers, empty } = loaderData
	return (
		<>
			<title>Daten mitnehmen · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Daten mitnehmen</h1>
				<Link to={adminPaths.settings()}>Alle Einstellungen</Link>
			</div>
			<div className={styles.stack}>
				<ExportPanel transfers={transfers} reply={replyTo(actionData, 'export')} />
				<ImportPanel {...{ transfers, empty }} reply={replyTo(actionData, 'import')} />
			</div>
		</>
	)
}

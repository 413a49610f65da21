import { Link } from 'react-router'
import { z } from 'zod'
import { DemandPanels } from '#app/features/customers/demand-notice.tsx'
import { declineErasure, loadDemands } from '#app/features/customers/demands.server.ts'
import { eraseCustomer, loadErasure } from '#app/features/customers/erasure.server.ts'
import { ErasurePanel } from '#app/features/customers/erasure-panel.tsx'
import { requireImporter } from '#app/features/customers/import.server.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { replyTo } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import type { Route } from './+types/customer-erase.ts'

const REASON = 'Bitte schreiben Sie, warum Sie nicht löschen: Die Person liest es.'
const declineSchema = z.object({
	id: z.uuid(),
	reason: z
		.string({ error: REASON })
		.trim()
		.min(1, REASON)
		.max(1000, 'Der Text darf höchstens 1000 Zeichen lang sein.'),
})
const typedSchema = z.object({ typed: z.string().trim().max(200).default('') })

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, company } = await requireImporter(context, request)
	invariantResponse(isUuid(params.id))
	const [erasure, demands] = await Promise.all([
		loadErasure(client, company, params.id),
		loadDemands(client, company, params.id),
	])
	return { id: params.id, erasure, demands }
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, company } = await requireImporter(context, request)
	const { id } = params
	invariantResponse(isUuid(id))
	const form = await readForm(request)
	if (form.get('intent') === 'decline')
		return submit(form, declineSchema, adminPaths.customer(id), (value) =>
			declineErasure(client, company, value.id, value.reason),
		)
	return submit(form, typedSchema, adminPaths.customers({ geloescht: '1' }), ({ typed }) =>
		eraseCustomer(client, company, id, typed),
	)
}

/** Erasing a customer at their wish: what goes, what stays and why, and a typed confirmation. */
export default function ErasePage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, erasure, demands } = loaderData
	return (
		<>
			<title>{`${erasure.name} löschen · Zeitplatz`}</title>
			<p>
				<Link to={adminPaths.customer(id)}>‹ Zur Karte</Link>
			</p>
			<div className={panel.head}>
				<h1>{erasure.name} löschen</h1>
			</div>
			<div className={panel.stack}>
				<DemandPanels demands={demands} replyOf={(demand) => replyTo(actionData, `decline${demand}`)} />
				{erasure.coming > 0 ? (
					<Notice
						kind="warning"
						title={erasure.coming === 1 ? 'Ein Termin steht noch bevor' : `${erasure.coming} Termine stehen noch bevor`}
					>
						<p>{errorMessage('erasure_too_early')}</p>
						<p>
							<Link to={adminPaths.customer(id)}>Kommende Termine auf der Karte</Link>
						</p>
					</Notice>
				) : (
					<ErasurePanel erasure={erasure} reply={replyTo(actionData, 'erase')} />
				)}
			</div>
		</>
	)
}

import { Form, Link } from 'react-router'
import { CustomerChoice } from '#app/features/customers/customer-choice.tsx'
import { loadCustomers } from '#app/features/customers/customers.queries.server.ts'
import { readCustomerFilters } from '#app/features/customers/filters.ts'
import { MergePreview } from '#app/features/customers/merge-preview.tsx'
import { loadMergePreview, mergeCustomers } from '#app/features/customers/merges.server.ts'
import { requireRight } from '#app/features/shell/admin-context.server.ts'
import { submitPlain } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { HOME_ZONE } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel, replyTo } from '#app/ui/form-parts.tsx'
import { Failure } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import type { Route } from './+types/customer-merge.ts'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const { client, company, location } = await requireRight(context, request, 'all_customers', 'contact_data')
	invariantResponse(isUuid(params.id))
	const { id } = params
	const [other, text] = [url.searchParams.get('mit') ?? '', (url.searchParams.get('wer') ?? '').trim()]
	const zone = location?.time_zone ?? HOME_ZONE
	if (isUuid(other)) return { id, zone, ...(await loadMergePreview(client, company, id, other)), found: undefined }
	const filters = { ...readCustomerFilters(new URLSearchParams({ suche: text })), page: 1 }
	const { rows } = text ? await loadCustomers(client, company, filters) : { rows: [] }
	const found = text ? rows.filter((row) => row.id !== id) : undefined
	return { id, zone, preview: undefined, refused: undefined, found }
}

export async function action({ context, request, params, url }: Route.ActionArgs) {
	const { client, company } = await requireRight(context, request, 'all_customers', 'contact_data')
	const [{ id }, other] = [params, url.searchParams.get('mit') ?? '']
	invariantResponse(isUuid(id) && isUuid(other))
	const form = await readForm(request)
	return submitPlain(form, adminPaths.customer(id), () => mergeCustomers(client, company, id, other))
}

/** Two cards become one: choose the other, compare, merge. */
export default function MergePage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, preview, refused, found, zone } = loaderData
	return (
		<>
			<title>Karten zusammenführen · Zeitplatz</title>
			<p>
				<Link to={adminPaths.customer(id)}>‹ Zur Karte</Link>
			</p>
			<div className={panel.head}>
				<h1>Karten zusammenführen</h1>
			</div>
			<div className={panel.stack}>
				<Failure message={refused ? errorMessage(refused) : undefined} />
				{preview ? (
					<MergePreview {...{ preview, zone }} reply={replyTo(actionData, 'merge')} />
				) : (
					<Panel title="Mit welcher Karte?">
						<Form method="get" className={panel.form}>
							<CustomerChoice
								name="wer"
								idName="mit"
								label="Name, E-Mail oder Telefon"
								hint="Gemeint ist die andere Karte derselben Person."
								maxLength={80}
							/>
							<Button kind="secondary">Vergleichen</Button>
						</Form>
						{found ? (
							<p role="status">{found.length > 0 ? 'Welche ist gemeint?' : 'Keine andere Karte gefunden.'}</p>
						) : null}
						{found && found.length > 0 ? (
							<ul className={panel.list}>
								{found.map(({ id: other, name, email, phone }) => (
									<li key={other} className={panel.item}>
										<span className={panel.words}>
											<Link to={adminPaths.mergeCustomer(id, { mit: other })}>{name}</Link>
											<span className={panel.soft}>{phone || email}</span>
										</span>
									</li>
								))}
							</ul>
						) : null}
					</Panel>
				)}
			</div>
		</>
	)
}

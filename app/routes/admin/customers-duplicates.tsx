import { Form } from 'react-router'
import { z } from 'zod'
import { BackToCustomers } from '#app/features/customers/customer-head.tsx'
import { MergeSide } from '#app/features/customers/merge-card.tsx'
import styles from '#app/features/customers/merge.module.css'
import { dismissDuplicate, loadDuplicates } from '#app/features/customers/merges.server.ts'
import { DUPLICATES_PAGE, WHY } from '#app/features/customers/merges.ts'
import { requireRight } from '#app/features/shell/admin-context.server.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { HOME_ZONE } from '#app/lib/dates.ts'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { formMessage } from '#app/lib/form.ts'
import { readPage } from '#app/lib/page-number.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel, SavedMessage } from '#app/ui/form-parts.tsx'
import { Found } from '#app/ui/found.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { Pages } from '#app/ui/pages.tsx'
import panel from '#app/ui/panel.module.css'
import type { Route } from './+types/customers-duplicates.ts'

const hrefFor = (page: number): string => adminPaths.duplicates({ seite: page > 1 ? String(page) : undefined })

const pairSchema = z.object({ one: z.uuid(), other: z.uuid() })

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, company, location } = await requireRight(context, request, 'all_customers', 'contact_data')
	const page = readPage(url.searchParams.get('seite'))
	const list = await loadDuplicates(client, company, page)
	requireExistingPage({ page, total: list.total, size: DUPLICATES_PAGE, hrefFor })
	return { ...list, page, zone: location?.time_zone ?? HOME_ZONE }
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, company } = await requireRight(context, request, 'all_customers', 'contact_data')
	return submit(await readForm(request), pairSchema, adminPaths.duplicates(), ({ one, other }) =>
		dismissDuplicate(client, company, one, other),
	)
}

/** Cards that may be the same person; nobody but people decides. */
export default function DuplicatesPage({ loaderData, actionData }: Route.ComponentProps) {
	const { rows, total, page, zone } = loaderData
	return (
		<>
			<title>Doppelte Karten · Zeitplatz</title>
			<BackToCustomers />
			<div className={panel.head}>
				<h1>Doppelte Karten</h1>
			</div>
			<SavedMessage refusal={actionData} />
			<Failure message={formMessage(actionData?.reply)} />
			{rows.length > 0 ? <Found total={total} names={['Vorschlag', 'Vorschläge']} /> : null}
			{rows.length === 0 ? (
				<EmptyState
					icon="done"
					what="Keine doppelten Karten."
					how="Hier stehen Karten mit gleicher Nummer, gleichem Postfach oder gleichem Geburtstag und ähnlichem Namen."
					action={
						<ButtonLink to={adminPaths.customers()} kind="secondary">
							Zur Kundenkartei
						</ButtonLink>
					}
				/>
			) : (
				<ul className={styles.found}>
					{rows.map(({ one, other, why }) => (
						<li key={one.id + other.id}>
							<Panel title={`${one.name} und ${other.name}`}>
								<p className={panel.soft}>Hinweis: {why.map((reason) => WHY[reason]).join(' · ')}</p>
								<div className={styles.pair}>
									<MergeSide card={one} zone={zone} />
									<MergeSide card={other} zone={zone} />
								</div>
								<div className={panel.line}>
									<ButtonLink
										to={adminPaths.mergeCustomer(one.id, { mit: other.id })}
										kind="secondary"
										aria-label={`${one.name} und ${other.name} zusammenführen`}
									>
										Zusammenführen …
									</ButtonLink>
									<Form method="post" preventScrollReset>
										<input type="hidden" name="one" value={one.id} />
										<input type="hidden" name="other" value={other.id} />
										<Button name="intent" value="dismiss" kind="plain">
											Nicht dieselbe Person
										</Button>
									</Form>
								</div>
							</Panel>
						</li>
					))}
				</ul>
			)}
			<Pages page={page} pages={Math.ceil(total / DUPLICATES_PAGE)} hrefFor={hrefFor} />
		</>
	)
}

import type { State } from '#app/features/appointments/appointment.ts'
import { StateMark } from '#app/features/appointments/state-mark.tsx'
import { BackToCustomers, CustomerHead } from '#app/features/customers/customer-head.tsx'
import { CustomerForm } from '#app/features/customers/customer-form.tsx'
import { customerSchema } from '#app/features/customers/customer.form.ts'
import styles from '#app/features/customers/customer.module.css'
import { saveCustomer } from '#app/features/customers/customers.commands.server.ts'
import { loadCustomer } from '#app/features/customers/customers.queries.server.ts'
import { factTexts, usualVisit } from '#app/features/customers/facts.ts'
import { Visits, zoneOf } from '#app/features/customers/visits.tsx'
import { requireMember, requireRight } from '#app/features/shell/admin-context.server.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { Panel, replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import type { Route } from './+types/customer.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, company, rights, locations } = await requireMember(context, request)
	const page = await loadCustomer(client, company, params.id)
	return { ...page, mayManage: rights.includes('all_customers'), severalPlaces: locations.length > 1 }
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, company } = await requireRight(context, request, 'all_customers')
	const { id } = params
	invariantResponse(isUuid(id))
	return submit(await readForm(request), customerSchema, adminPaths.customer(id), (value) =>
		saveCustomer(client, company, id, value),
	)
}

/** After a refusal too: it may be that somebody else has saved, and the page then says what. */
export const shouldRevalidate = () => true

/** A customer's card: who it is, what they booked, and what the company keeps of them. */
export default function CustomerPage({ loaderData, actionData }: Route.ComponentProps) {
	const { customer, visits, mayManage, severalPlaces } = loaderData
	return (
		<>
			<title>{`${customer.name} · Zeitplatz`}</title>
			<BackToCustomers />
			<SavedMessage refusal={actionData} />
			<CustomerHead customer={customer} facts={factTexts(customer.facts, usualVisit(visits), zoneOf(visits))} />
			<div className={styles.columns}>
				<Panel title="Verlauf">
					<Visits visits={visits} severalPlaces={severalPlaces} markOf={markOf} />
				</Panel>
				<Panel title="Angaben">
					<CustomerForm kept={customer} reply={replyTo(actionData, 'save')} mayManage={mayManage} />
				</Panel>
			</div>
		</>
	)
}

const markOf = (state: State) => <StateMark state={state} />

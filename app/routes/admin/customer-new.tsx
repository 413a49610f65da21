import { addCustomer } from '#app/features/customers/customers.commands.server.ts'
import { customerSchema } from '#app/features/customers/customer.form.ts'
import { BackToCustomers } from '#app/features/customers/customer-head.tsx'
import { CustomerForm } from '#app/features/customers/customer-form.tsx'
import { requireRight } from '#app/features/shell/admin-context.server.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { Panel, replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/customer-new.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	await requireRight(context, request, 'all_customers')
	return null
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, company } = await requireRight(context, request, 'all_customers')
	let made: string | undefined
	const answer = await submit(await readForm(request), customerSchema, adminPaths.customers(), async (value) => {
		const { id, ...result } = await addCustomer(client, company, value)
		made = id
		return result
	})
	return made ? redirect(`${adminPaths.customer(made)}?gespeichert=1`) : answer
}

/** A card for somebody who has not booked yet. */
export default function NewCustomerPage({ actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Neue Kundenkarte · Zeitplatz</title>
			<BackToCustomers />
			<div className={styles.head}>
				<h1>Neue Kundenkarte</h1>
			</div>
			<div className={styles.stack}>
				<Panel title="Angaben">
					<CustomerForm reply={replyTo(actionData, 'save')} mayManage />
				</Panel>
			</div>
		</>
	)
}

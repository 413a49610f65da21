import { Form, Link } from 'react-router'
import { cancelPlan, loadOwnBilling } from '#app/features/billing/billing.server.ts'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { FormMessage, Panel, replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/billing-cancel.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client, company } = await requireOwner(context, request)
	const { plan } = await loadOwnBilling(client, company.id)
	if (!plan || plan.ends_on) throw redirect(adminPaths.billing())
	return { name: company.name }
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, company } = await requireOwner(context, request)
	return cancelPlan(client, company.id, await readForm(request))
}

/** The second step of cancelling the plan. */
export default function CancelPlanPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Plan kündigen · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Plan kündigen</h1>
				<Link to={adminPaths.billing()}>Abrechnung</Link>
			</div>
			<div className={styles.stack}>
				<Panel title="Kündigung bestätigen">
					<p>
						Sie kündigen den Team-Plan von <strong>{loaderData.name}</strong> zum Ende dieses Monats. Hat er noch nicht
						begonnen, beginnt er nicht. Eine Bestätigung bekommen Sie sofort per E-Mail.
					</p>
					<p>Termine, Kundenkartei und alle anderen Daten bleiben.</p>
					<Form method="post">
						<FormMessage reply={replyTo(actionData, 'cancel')} />
						<p className={styles.line}>
							<Button name="intent" value="cancel" kind="danger">
								Jetzt kündigen
							</Button>
							<ButtonLink to={adminPaths.billing()} kind="secondary">
								Doch nicht
							</ButtonLink>
						</p>
					</Form>
				</Panel>
			</div>
		</>
	)
}

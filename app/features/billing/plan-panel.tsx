import { Form, Link } from 'react-router'
import { dateText } from '#app/lib/calendar-date.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import type { FormReply } from '#app/lib/form.ts'
import { formatPrice } from '#app/lib/money.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import styles from '#app/ui/panel.module.css'
import type { OwnBilling } from './billing.contracts.ts'

const persons = (count: number): string => (count === 1 ? '1 Person' : `${count} Personen`)

/** The plan of the team: what it costs, booking it, and the way to cancel it. */
export function PlanPanel({ billing, reply }: { billing: OwnBilling; reply?: FormReply }) {
	const { plan, people, plan_cents: cents, prices, billed_from: from } = billing
	const small = people <= prices.free_people
	return (
		<Panel title="Ihr Plan">
			<p>
				{small ? (
					<>
						Ihr Team: <strong>{persons(people)}</strong>. Dafür zahlen Sie <strong>0,00 €</strong>.
					</>
				) : (
					<>
						Ihr Team: <strong>{persons(people)}</strong>. Der Team-Plan kostet dafür{' '}
						<strong>{formatPrice(cents)}</strong> netto im Monat.
					</>
				)}
			</p>
			<p className={styles.soft}>
				Gezählt werden am Tag des Monatslaufs alle aktiven Personen an Standorten, die nicht archiviert sind; wer an
				mehreren arbeitet, mit seinem Konto nur einmal. Mehr als {formatPrice(prices.team_cents)} zahlt kein Team.{' '}
				<Link to={paths.prices()}>Alle Preise</Link>
			</p>
			{plan ? (
				<PlanState plan={plan} />
			) : small || !from ? null : (
				<Notice kind="warning" title="Für Ihr Team ist noch kein Plan gebucht">
					<p>Er gilt vom nächsten Monat an und ist jederzeit zum Monatsende kündbar.</p>
				</Notice>
			)}
			{(plan && !plan.ends_on) || (small && !plan) || !from ? null : (
				<Form method="post">
					<FormMessage reply={reply} />
					<Button name="intent" value="book">
						{plan ? 'Kündigung zurücknehmen' : 'Team-Plan zahlungspflichtig buchen'}
					</Button>
				</Form>
			)}
			{plan && !plan.ends_on ? (
				<p className={styles.line}>
					<Link to={adminPaths.cancelPlan()}>Plan kündigen</Link>
				</p>
			) : null}
		</Panel>
	)
}

function PlanState({ plan: { starts_on, ends_on, cancelled_at } }: { plan: NonNullable<OwnBilling['plan']> }) {
	if (ends_on && cancelled_at)
		return (
			<Notice kind="success" title="Ihre Kündigung ist eingegangen">
				<p>
					Am {formatDate(cancelled_at, HOME_ZONE)}. Der Plan endet am {dateText(ends_on)}. Die Bestätigung haben Sie per
					E-Mail.
				</p>
			</Notice>
		)
	return <p>Team-Plan, Beginn {dateText(starts_on)}, monatlich im Voraus berechnet.</p>
}

import { Form, Link } from 'react-router'
import { timeOf } from '#app/features/decisions/words.ts'
import { REFERRAL_STATES, reasonOf } from '#app/features/partners/words.ts'
import { formatPrice } from '#app/lib/money.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { Failure } from '#app/ui/notice.tsx'
import type { Refused } from './decide-form.tsx'
import items from '#app/ui/rows.module.css'
import styles from './lost-messages.module.css'
import type { PartnerDetail } from './partners.contracts.ts'
import { ReasonField } from './reason-field.tsx'

type Row = PartnerDetail['referrals'][number]
type Step = 'earned' | 'rejected' | 'paid'

/** What `operator_settle_referral` allows. */
const STEPS: Record<Row['state'], Step[]> = {
	pending: ['rejected'],
	earned: ['paid', 'rejected'],
	rejected: ['earned'],
	paid: [],
}
const LABELS: Record<Step, string> = {
	earned: 'Doch anerkennen',
	rejected: 'Ablehnen',
	paid: 'Als ausgezahlt eintragen',
}

type Props = { partner: PartnerDetail; decides: boolean; answer?: Refused }

/** The referrals of a partner, each with its story and the form that settles it. */
export function PartnerReferrals({ partner, decides, answer }: Props) {
	return (
		<Panel title="Empfehlungen">
			{partner.referrals.length > 0 ? (
				<ul className={`${items.items} ${styles.rows}`}>
					{partner.referrals.map((row) => (
						<li key={row.id}>
							<p>
								{row.company && row.company_id ? (
									<Link to={operatorPaths.company(row.company_id)}>{row.company}</Link>
								) : (
									<b>Unternehmen gelöscht</b>
								)}
								: {REFERRAL_STATES[row.state]}, {formatPrice(row.reward_cents)}
							</p>
							<p className={items.soft}>{story(row)}</p>
							{decides && STEPS[row.state].length > 0 ? (
								<Settle row={row} answer={answer?.form === row.id ? answer : undefined} />
							) : null}
						</li>
					))}
				</ul>
			) : (
				<EmptyState icon="star" what="Noch keine Empfehlung" />
			)}
		</Panel>
	)
}

const story = ({ created_at, decided_at, paid_at, reason, note }: Row): string =>
	[
		`Empfohlen ${timeOf(created_at)}.`,
		decided_at ? `Entschieden ${timeOf(decided_at)}.` : '',
		paid_at ? `Ausgezahlt ${timeOf(paid_at)}.` : '',
		reasonOf(reason),
		note ? `Dazu: ${note}` : '',
	]
		.filter(Boolean)
		.join(' ')

function Settle({ row, answer }: { row: Row; answer?: Refused }) {
	return (
		<details open={answer !== undefined}>
			<summary>
				Entscheiden<span className="visually-hidden">: {row.company ?? 'Unternehmen gelöscht'}</span>
			</summary>
			<Form method="post">
				<Failure message={answer?.message} />
				<input type="hidden" name="referral" value={row.id} />
				<ReasonField id={`reason-${row.id}`} hint="Steht im Protokoll und geht an den Partner." answer={answer} />
				{STEPS[row.state].map((step) => (
					<Button key={step} kind={step === 'rejected' ? 'danger' : 'secondary'} name="intent" value={step}>
						{LABELS[step]}
					</Button>
				))}
			</Form>
		</details>
	)
}

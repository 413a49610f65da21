import { data, Link } from 'react-router'
import styles from '#app/features/operator/frame.module.css'
import { readAsOperator, refused, requireOperator } from '#app/features/operator/operator.server.ts'
import { partnerContract, partnerPersonContract } from '#app/features/operator/partners.contracts.ts'
import { PartnerFacts, PartnerPerson, ReasonForm } from '#app/features/operator/partner-facts.tsx'
import { PartnerReferrals } from '#app/features/operator/partner-referrals.tsx'
import { shownCode } from '#app/features/partners/words.ts'
import { call } from '#app/lib/contracts.server.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/partner.ts'

const STEPS = ['earned', 'rejected', 'paid'] as const

export async function loader({ context, params }: Route.LoaderArgs) {
	const { role } = await requireOperator(context)
	invariantResponse(isUuid(params.id))
	const partner = await readAsOperator(context, 'operator_partner', partnerContract, { p_partner: params.id })
	return { partner, decides: role === 'admin' && !partner.own, sees: role !== 'support' }
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client } = requireUser(context)
	invariantResponse(isUuid(params.id))
	const form = await readForm(request)
	const [intent, reason, referral] = [textOf(form, 'intent'), textOf(form, 'reason'), textOf(form, 'referral')]
	const args = { p_partner: params.id, p_reason: reason }
	if (intent === 'person') {
		const { data: people, error } = await call(client, 'operator_partner_person', partnerPersonContract, args)
		return error ? refused(intent, error, { reason }) : data({ form: intent, message: '', typed: {}, people })
	}
	const step = STEPS.find((one) => one === intent)
	if (step) {
		invariantResponse(isUuid(referral))
		const { error } = await client.rpc('operator_settle_referral', {
			...{ p_referral: referral, p_state: step, p_reason: reason },
		})
		return error ? refused(referral, error, { reason }) : redirect(operatorPaths.partner(params.id))
	}
	const { error } = await client.rpc(intent === 'lift' ? 'operator_lift_partner' : 'operator_suspend_partner', args)
	return error ? refused('partner', error, { reason }) : redirect(operatorPaths.partner(params.id))
}

/** One partner: their referrals, which are settled here, who they are, and their suspension. */
export default function Partner({ loaderData, actionData }: Route.ComponentProps) {
	const { partner, decides, sees } = loaderData
	const page = useAnswerFocus<HTMLDivElement>(actionData)
	const answerTo = (form: string) => (actionData?.form === form ? actionData : undefined)
	return (
		<div ref={page}>
			<title>{`Partner ${shownCode(partner.code)} · Zeitplatz`}</title>
			<p className={styles.links}>
				<Link to={operatorPaths.partners()}>Alle Partner</Link>
			</p>
			<h1 tabIndex={-1}>Partner {shownCode(partner.code)}</h1>
			<div className={styles.columns}>
				<PartnerReferrals partner={partner} decides={decides} answer={actionData} />
				<div className={styles.column}>
					<PartnerFacts partner={partner} />
					{sees && !partner.gone ? (
						<PartnerPerson
							message={answerTo('person')?.message}
							found={actionData && 'people' in actionData ? actionData.people : undefined}
						/>
					) : null}
					{decides && !partner.gone ? <ReasonForm state={partner.state} answer={answerTo('partner')} /> : null}
				</div>
			</div>
		</div>
	)
}

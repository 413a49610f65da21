import { Link } from 'react-router'
import { CompanyFacts } from '#app/features/operator/company-facts.tsx'
import styles from '#app/features/operator/frame.module.css'
import { companyContract } from '#app/features/operator/operator.contracts.ts'
import { readAsOperator, refused, requireOperator } from '#app/features/operator/operator.server.ts'
import { LiftForm, SuspendForm } from '#app/features/operator/suspension.tsx'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/company.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
	const { role } = await requireOperator(context)
	invariantResponse(isUuid(params.id))
	const company = await readAsOperator(context, 'operator_company', companyContract, { p_company: params.id })
	return { company, decides: role === 'admin' }
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client } = requireUser(context)
	invariantResponse(isUuid(params.id))
	const form = await readForm(request)
	const typed = Object.fromEntries(['facts', 'basis', 'scope', 'reason'].map((name) => [name, textOf(form, name)]))
	const { facts = '', basis = '', scope = '', reason = '' } = typed
	const { error } =
		form.get('intent') === 'lift'
			? await client.rpc('operator_lift_suspension', { p_company: params.id, p_reason: reason })
			: await client.rpc('operator_suspend_company', {
					...{ p_company: params.id, p_facts: facts, p_basis: basis, p_scope: scope },
				})
	return error ? refused('company', error, typed) : redirect(operatorPaths.company(params.id))
}

/** One company, and its suspension. */
export default function Company({ loaderData: { company, decides }, actionData }: Route.ComponentProps) {
	const page = useAnswerFocus<HTMLDivElement>(actionData)
	return (
		<div ref={page}>
			<title>{`${company.name} · Zeitplatz`}</title>
			<p className={styles.links}>
				<Link to={operatorPaths.companies()}>Alle Unternehmen</Link>
			</p>
			<h1 tabIndex={-1}>{company.name}</h1>
			<div className={styles.columns}>
				<div className={styles.column}>
					<CompanyFacts company={company} />
				</div>
				{decides && company.state === 'active' ? <SuspendForm answer={actionData} /> : null}
				{decides && company.state === 'suspended' ? <LiftForm answer={actionData} /> : null}
			</div>
		</div>
	)
}

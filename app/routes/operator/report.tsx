import { Link } from 'react-router'
import { MEASURES, timeOf } from '#app/features/decisions/words.ts'
import { DecideForm } from '#app/features/operator/decide-form.tsx'
import styles from '#app/features/operator/frame.module.css'
import { reportDetailContract, reporterContract } from '#app/features/operator/operator.contracts.ts'
import { readAsOperator, refused, requireOperator } from '#app/features/operator/operator.server.ts'
import { ReportFacts } from '#app/features/operator/report-facts.tsx'
import { ReporterForm } from '#app/features/operator/reporter-form.tsx'
import { reportTitle } from '#app/features/operator/words.ts'
import { call } from '#app/lib/contracts.server.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useAnswerFocus } from '#app/ui/use-answer-focus.ts'
import type { Route } from './+types/report.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
	const { role } = await requireOperator(context)
	invariantResponse(isUuid(params.id))
	const report = await readAsOperator(context, 'operator_report', reportDetailContract, { p_report: params.id })
	return { report, decides: role !== 'support' }
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client } = requireUser(context)
	invariantResponse(isUuid(params.id))
	const form = await readForm(request)
	if (form.get('intent') === 'reporter') {
		const args = { p_report: params.id, p_reason: textOf(form, 'reason') }
		const { data, error } = await call(client, 'operator_reporter', reporterContract, args)
		return error ? refused('reporter', error, { reason: args.p_reason }) : { form: 'shown', ...data }
	}
	const read = (name: string) => textOf(form, name)
	const typed = {
		...{ measure: read('measure'), ground: read('ground'), facts: read('facts'), basis: read('basis') },
		scope: read('scope'),
	}
	const { error } = await client.rpc('decide_report', {
		...{ p_report: params.id, p_measure: typed.measure, p_ground: typed.ground, p_facts: typed.facts },
		...{ p_basis: typed.basis, p_scope: typed.scope },
	})
	return error ? refused('decide', error, typed) : redirect(operatorPaths.report(params.id))
}

/** One report: what was said, what stands there, and the decision. */
export default function Report({ loaderData: { report, decides }, actionData }: Route.ComponentProps) {
	const page = useAnswerFocus<HTMLDivElement>(actionData)
	const refusal = actionData && 'message' in actionData ? actionData : undefined
	const { decision } = report
	const title = reportTitle({ ...report, appeal: report.earlier !== null })
	return (
		<div ref={page}>
			<title>{`${title} · Zeitplatz`}</title>
			<p className={styles.links}>
				<Link to={operatorPaths.reports()}>Alle Meldungen</Link>
			</p>
			<h1 tabIndex={-1}>{title}</h1>
			<div className={styles.columns}>
				<div className={styles.column}>
					<ReportFacts report={report} />
				</div>
				<div className={styles.column}>
					{decision ? (
						<Panel title="Entschieden">
							<Facts
								facts={[
									['Entscheidung', `${MEASURES[decision.measure]}, ${timeOf(decision.told_at)}`],
									['Tatsachen', decision.facts],
									['Rechtsgrundlage', decision.basis],
									['Umfang und Dauer', decision.measure === 'none' ? '' : decision.scope],
								]}
							/>
						</Panel>
					) : report.own ? (
						<Notice title="Darüber entscheidet jemand anderes.">
							<p>Sie haben schon darüber entschieden, oder die Sache betrifft Sie selbst.</p>
						</Notice>
					) : decides ? (
						<Panel title="Entscheiden">
							<DecideForm report={report} answer={refusal?.form === 'decide' ? refusal : undefined} />
						</Panel>
					) : null}
					{report.has_address && decides ? (
						<ReporterForm
							message={refusal?.form === 'reporter' ? refusal.message : undefined}
							found={actionData && 'email' in actionData ? actionData : undefined}
						/>
					) : null}
				</div>
			</div>
		</div>
	)
}

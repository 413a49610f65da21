import { data, Form, Link } from 'react-router'
import styles from '#app/features/operator/frame.module.css'
import { taxReportContract } from '#app/features/operator/money.contracts.ts'
import { refused, requireOperator } from '#app/features/operator/operator.server.ts'
import { ReasonField } from '#app/features/operator/reason-field.tsx'
import { call } from '#app/lib/contracts.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { textOf } from '#app/lib/form.ts'
import { formatPrice } from '#app/lib/money.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { List } from '#app/ui/list.tsx'
import { Failure } from '#app/ui/notice.tsx'
import panel from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/tax-report.ts'

export async function loader({ context }: Route.LoaderArgs) {
	await requireOperator(context)
	return { year: Number(localDate(new Date(), HOME_ZONE).slice(0, 4)) }
}

export async function action({ context, request }: Route.ActionArgs) {
	await requireOperator(context)
	const form = await readForm(request)
	const [year, reason] = [textOf(form, 'year'), textOf(form, 'reason')]
	const args = { p_year: /^\d{4}$/.test(year) ? Number(year) : 0, p_reason: reason }
	const { data: report, error } = await call(
		requireUser(context).client,
		'operator_tax_report',
		taxReportContract,
		args,
	)
	return error
		? refused('report', error, { reason, year })
		: data({ form: 'report', message: '', typed: { reason, year }, report })
}

/** What has to be reported about businesses (PStTG): visits, their prices and what was charged, by the quarter. */
export default function TaxReportPage({ loaderData, actionData }: Route.ComponentProps) {
	const report = actionData && 'report' in actionData ? actionData.report : undefined
	const rows =
		report?.flatMap(({ quarters, ...company }) => quarters.map((quarter) => ({ ...company, ...quarter }))) ?? []
	return (
		<>
			<title>Meldung nach PStTG · Zeitplatz</title>
			<h1>Meldung nach PStTG</h1>
			<p className={styles.links}>
				<Link to={operatorPaths.money()}>Geld</Link>
			</p>
			<div className={panel.stack}>
				<Panel title="Jahr">
					<Form method="post" noValidate className={panel.form}>
						<Failure message={actionData?.message} />
						<TextField
							label="Jahr"
							name="year"
							inputMode="numeric"
							maxLength={4}
							defaultValue={actionData?.typed.year ?? String(loaderData.year)}
						/>
						<ReasonField
							hint="Steht im Protokoll, denn die Liste nennt Bankverbindungen."
							answer={report ? undefined : actionData}
						/>
						<Button>Anzeigen</Button>
					</Form>
				</Panel>
				{report ? (
					rows.length > 0 ? (
						<List
							label="Meldung"
							rows={rows}
							idOf={({ company_id, quarter }) => company_id + quarter}
							nameOf={({ company }) => company}
							columns={[
								{
									name: 'wer',
									label: 'Unternehmen',
									place: 'title',
									show: ({ company, gone }) => (gone ? `${company} (gelöscht)` : company),
								},
								{ name: 'quartal', label: 'Quartal', place: 'lead', show: ({ quarter }) => quarter },
								{
									name: 'besuche',
									label: 'Besuche',
									named: true,
									look: 'figures',
									show: ({ visits }) => String(visits),
								},
								{
									name: 'summe',
									label: 'Preise',
									place: 'amount',
									look: 'figures',
									show: ({ cents }) => formatPrice(cents),
								},
								{
									name: 'gebuehr',
									label: 'Provision',
									named: true,
									look: 'figures',
									show: (row) => formatPrice(row.fees_cents),
								},
								{ name: 'iban', label: 'IBAN', named: true, look: 'wraps', show: ({ iban }) => iban || 'fehlt' },
								{
									...{ name: 'angaben', label: 'Angaben', place: 'corner' },
									show: ({ gaps }) => (gaps.length > 0 ? `${gaps.length} fehlen` : 'vollständig'),
								},
							]}
						/>
					) : (
						<EmptyState icon="file" what="In diesem Jahr gab es keine Besuche." />
					)
				) : null}
			</div>
		</>
	)
}

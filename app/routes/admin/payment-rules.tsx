import { Link } from 'react-router'
import { OwnRules, PaymentRuleForm } from '#app/features/settings/payment-rules-form.tsx'
import { ruleTyped } from '#app/features/settings/payment-rules.ts'
import { Account } from '#app/features/settings/payment-account.tsx'
import { changeAccount, comeBack, loadPaymentAccount } from '#app/features/settings/payment-account.server.ts'
import { loadPaymentRules, savePaymentRule } from '#app/features/settings/payment-rules.server.ts'
import { requireManager, requireOwner } from '#app/features/shell/admin-context.server.ts'
import { requireLocation } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { textOf } from '#app/lib/form.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Panel, replyTo, FormMessage, SavedMessage } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/payment-rules.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, company, location, role } = await requireManager(context, request)
	const services = context.get(servicesContext)
	if (role === 'owner' && url.searchParams.has('zurueck')) await comeBack(services, company.id)
	const account = await loadPaymentAccount(client, company.id)
	return {
		...{ owner: role === 'owner', offered: services.payments, account },
		active: account?.state === 'active',
		place: location && {
			...{ id: location.id, name: location.name },
			rules: await loadPaymentRules(client, location.id),
		},
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const form = await readForm(request)
	const intent = textOf(form, 'intent')
	if (intent === 'connect' || intent === 'disconnect') {
		const { client, company } = await requireOwner(context, request)
		return changeAccount(context.get(servicesContext), client, company.id, adminPaths.paymentRules(), form)
	}
	const { client, locationId } = await requireLocation(context, request, textOf(form, 'location'))
	return savePaymentRule(client, locationId, adminPaths.paymentRules(), form)
}

/** Whether and what customers pay online when they book. */
export default function PaymentRulesPage({ loaderData, actionData }: Route.ComponentProps) {
	const { owner, offered, account, active, place } = loaderData
	return (
		<>
			<title>Online-Zahlung · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Online-Zahlung</h1>
				<Link to={adminPaths.settings()}>Alle Einstellungen</Link>
			</div>
			<div className={styles.stack}>
				<SavedMessage refusal={actionData} />
				<Panel title="Online bezahlen">
					<Account {...{ owner, offered, account }} />
					<FormMessage reply={replyTo(actionData, 'connect') ?? replyTo(actionData, 'disconnect')} />
				</Panel>
				{place ? (
					<>
						<Panel title={`Bei der Buchung: ${place.name}`}>
							<PaymentRuleForm
								key={`${place.id}${JSON.stringify(place.rules.place)}`}
								{...{ location: place.id, intent: 'place', rule: place.rules.place }}
								reply={replyTo(actionData, 'place')}
							/>
						</Panel>
						<Panel title="Ausnahmen für einzelne Leistungen">
							<OwnRules location={place.id} rules={place.rules.own} />
							<PaymentRuleForm
								key={`${place.id}${place.rules.own.length}`}
								{...{ location: place.id, intent: 'own', rule: ruleTyped(undefined) }}
								services={place.rules.services}
								reply={replyTo(actionData, 'own')}
							/>
						</Panel>
						<Panel title="So steht es bei Ihren Leistungen">
							<Preview active={active} byHand={place.rules.byHand} lines={place.rules.preview} />
						</Panel>
					</>
				) : null}
			</div>
		</>
	)
}

type PreviewProps = { active: boolean; byHand: boolean; lines: { name: string; note: string }[] }

function Preview({ active, byHand, lines }: PreviewProps) {
	if (!active) return <p className={styles.soft}>Die Regeln gelten, sobald Online-Zahlungen eingeschaltet sind.</p>
	if (lines.length === 0) return <p className={styles.soft}>Bei keiner Leistung wird bei der Buchung etwas bezahlt.</p>
	return (
		<>
			{byHand ? (
				<Notice title="Sie bestätigen jeden Termin selbst">
					<p>
						Bezahlt wird nach Ihrer Zusage: Ihre Kund:innen bekommen dann eine E-Mail und haben bis zu 24 Stunden Zeit,
						längstens bis 2 Stunden vor dem Termin.
					</p>
				</Notice>
			) : null}
			<ul className={styles.list}>
				{lines.map(({ name, note }) => (
					<li key={name}>
						<strong>{name}</strong>: {note}
					</li>
				))}
			</ul>
		</>
	)
}

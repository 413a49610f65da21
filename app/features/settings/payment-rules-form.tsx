import { useState } from 'react'
import { Form } from 'react-router'
import { fieldOf, type FormReply, tickOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Tick } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { type PaymentRule, RULE_MODES, type RuleMode, ruleText } from './payment-rules.ts'

type Props = {
	location: string
	/** What the button sends. */
	intent: 'place' | 'own'
	rule: PaymentRule
	/** To choose from, for a rule of a single service. */
	services?: { id: string; name: string }[]
	reply?: FormReply
}

/** What customers pay when they book; without script the field for the amount always shows. */
export function PaymentRuleForm({ location, intent, rule, services, reply }: Props) {
	const stored = fieldOf(reply, 'mode', rule.mode)
	const [mode, setMode] = useState<RuleMode | undefined>()
	const amountMatters = mode === undefined || mode === 'percent' || mode === 'cents'
	return (
		<Form method="post" noValidate className={panel.form}>
			<FormMessage reply={reply} />
			<input type="hidden" name="location" value={location} />
			{services ? (
				<SelectField {...fieldOf(reply, 'service')} label="Leistung" className={panel.full}>
					<option value="">Bitte wählen</option>
					{services.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
			) : null}
			<SelectField
				{...stored}
				label="Was zahlen Ihre Kund:innen bei der Buchung?"
				className={panel.full}
				onChange={({ target }) => setMode(target.value as RuleMode)}
			>
				{Object.entries(RULE_MODES).map(([value, words]) => (
					<option key={value} value={value}>
						{words}
					</option>
				))}
			</SelectField>
			{amountMatters ? (
				<TextField
					{...fieldOf(reply, 'amount', rule.amount)}
					label="Höhe der Anzahlung"
					hint="Prozent oder Euro, wie oben gewählt; nie mehr als der Preis."
					className={panel.full}
				/>
			) : null}
			{mode === 'on_site' ? null : (
				<TextField
					{...fieldOf(reply, 'late', rule.late)}
					label="Absage nach der Frist, in Prozent"
					hint="So viel von der Zahlung behalten Sie dann; der Rest geht zurück. Ohne Angabe lässt sich nach der Frist online nicht mehr absagen."
					optional
					className={panel.full}
				/>
			)}
			<div className={panel.full}>
				<Tick
					name="keeps"
					label="Kommt jemand nicht zum Termin, behalten wir, was online bezahlt wurde."
					checked={tickOf(reply, 'keeps', rule.keeps)}
				/>
			</div>
			<Button name="intent" value={intent} className={panel.send}>
				{services ? 'Ausnahme speichern' : 'Regel speichern'}
			</Button>
		</Form>
	)
}

/** The exceptions that there are, each with its way out. */
export function OwnRules({ location, rules }: { location: string; rules: PaymentRule[] }) {
	if (rules.length === 0) return null
	return (
		<ul className={panel.list}>
			{rules.map((rule) => (
				<li key={rule.service}>
					<Form method="post">
						<input type="hidden" name="location" value={location} />
						<input type="hidden" name="id" value={rule.service} />
						<strong>{rule.serviceName}</strong>: {ruleText(rule)}{' '}
						<Button name="intent" value="remove" kind="plain">
							Entfernen<span className="visually-hidden">: {rule.serviceName}</span>
						</Button>
					</Form>
				</li>
			))}
		</ul>
	)
}

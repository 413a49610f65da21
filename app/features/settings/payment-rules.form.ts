import { z } from 'zod'
import { ticked } from '#app/lib/fields.ts'
import { centsTyped, RULE_MODES, type RuleMode } from './payment-rules.ts'

const MODES = Object.keys(RULE_MODES) as [RuleMode, ...RuleMode[]]

export const paymentRuleSchema = z
	.object({
		location: z.uuid(),
		/** '' for the rule of the location. */
		service: z.uuid({ error: 'Bitte wählen Sie eine Leistung.' }).or(z.literal('')).default(''),
		mode: z.enum(MODES, { error: 'Bitte wählen Sie eine der Möglichkeiten.' }),
		amount: z.string().trim().max(20).default(''),
		keeps: ticked,
	})
	.superRefine(({ mode, amount }, context) => {
		const wrong = (message: string): void => context.addIssue({ code: 'custom', path: ['amount'], message })
		if (mode === 'percent' && !(/^\d{1,3}\s*%?$/.test(amount) && within(Number.parseInt(amount, 10), 1, 100)))
			wrong('Bitte geben Sie ganze Prozent an, 1 bis 100.')
		if (mode === 'cents' && !within(centsTyped(amount) ?? 0, 100, 1_000_000))
			wrong('Bitte geben Sie einen Betrag an, 1 bis 10.000 Euro.')
	})

/** A rule of a single service. */
export const ownRuleSchema = paymentRuleSchema.refine(({ service }) => service !== '', {
	...{ path: ['service'], message: 'Bitte wählen Sie eine Leistung.' },
})

const within = (number: number, least: number, most: number): boolean => number >= least && number <= most

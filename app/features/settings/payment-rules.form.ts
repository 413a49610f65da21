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
		late: z.string().trim().max(20).default(''),
	})
	.superRefine(({ mode, amount, late }, context) => {
		const wrong = (message: string, path = 'amount'): void =>
			context.addIssue({ code: 'custom', path: [path], message })
		if (mode === 'percent' && !isPercent(amount)) wrong('Bitte geben Sie ganze Prozent an, 1 bis 100.')
		if (mode !== 'on_site' && late !== '' && !isPercent(late))
			wrong('Bitte geben Sie ganze Prozent an, 1 bis 100, oder nichts.', 'late')
		if (mode === 'cents' && !within(centsTyped(amount) ?? 0, 100, 1_000_000))
			wrong('Bitte geben Sie einen Betrag an, 1 bis 10.000 Euro.')
	})

/** A rule of a single service. */
export const ownRuleSchema = paymentRuleSchema.refine(({ service }) => service !== '', {
	...{ path: ['service'], message: 'Bitte wählen Sie eine Leistung.' },
})

const within = (number: number, least: number, most: number): boolean => number >= least && number <= most
const isPercent = (text: string): boolean => /^\d{1,3}\s*%?$/.test(text) && within(Number.parseInt(text, 10), 1, 100)

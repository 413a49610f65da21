import { z } from 'zod'
import { readPhone } from './phone.server.ts'

/** One line of text of this length at most, "" when left empty. */
export const line = (most: number) => z.string().trim().max(most, `Höchstens ${most} Zeichen.`).default('')
/** A business's own phone number, in the spelling to be shown; "" if empty. */
export const shownPhone = line(40)
	.refine(
		(typed) => typed === '' || readPhone(typed),
		'Bitte geben Sie eine Telefonnummer mit Vorwahl an, zum Beispiel 030 123456.',
	)
	.default('')
/** A person's phone number as it is stored; "" if empty. */
export const phone = shownPhone.transform((typed) => readPhone(typed) ?? '')
/** The same by hand: what cannot be read stays as it is, as for numbers stored long ago. */
export const phoneByHand = line(40).transform((typed) => readPhone(typed) ?? typed)
export const email = z
	.union([
		z.literal(''),
		z.email('Bitte geben Sie eine vollständige E-Mail-Adresse an.').max(254, 'Die E-Mail-Adresse ist zu lang.'),
	])
	.default('')
/** A German postal code, or "". */
export const postalCode = z
	.string()
	.trim()
	.regex(/^(\d{5})?$/, 'Die Postleitzahl hat fünf Ziffern.')
	.default('')
/** What a person, a company or a thing is called; must be given. */
export const name = z
	.string({ error: 'Bitte geben Sie einen Namen an.' })
	.trim()
	.min(2, 'Bitte geben Sie einen Namen an.')
	.max(120, 'Der Name darf höchstens 120 Zeichen lang sein.')
/** A checkbox. */
export const ticked = z.literal('on').optional().transform(Boolean)

/** The values of a field that may be sent any number of times, as a list. */
export const several = <Item extends z.ZodType>(item: Item) =>
	z.preprocess((typed) => (typed === undefined ? [] : Array.isArray(typed) ? typed : [typed]), z.array(item))

/** Whole number between two bounds, as typed. */
export const whole = (least: number, most: number) =>
	z.preprocess(
		(typed) => (typed === '' || typed === undefined ? undefined : Number(typed)),
		z
			.int({ error: `Bitte geben Sie eine ganze Zahl von ${least} bis ${most} ein.` })
			.min(least, `Mindestens ${least}.`)
			.max(most, `Höchstens ${most}.`),
	)

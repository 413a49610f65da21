import { z } from 'zod'
import { line } from '#app/lib/fields.ts'
import { LEDGER_ACCOUNTS, type LedgerAccount } from './accounts.ts'

/** A number that may be left empty. */
const number = (least: number, most: number, message: string) =>
	line(12).transform((typed, context) => {
		if (typed === '') return null
		const value = /^\d+$/.test(typed) ? Number(typed) : Number.NaN
		if (value >= least && value <= most) return value
		context.addIssue({ code: 'custom', message })
		return z.NEVER
	})
const account = line(12).refine((typed) => /^(\d{4})?$/.test(typed), 'Konten haben vier Ziffern.')

/** The bounds are those of the table. */
export const bookkeepingSchema = z.object({
	chart: z.enum(['03', '04'], { error: 'Bitte wählen Sie einen Kontenrahmen.' }),
	consultant: number(1001, 9_999_999, 'Beraternummern liegen zwischen 1001 und 9999999.'),
	client: number(1, 99_999, 'Mandantennummern liegen zwischen 1 und 99999.'),
	year_begins: z.coerce.number({ error: 'Bitte wählen Sie einen Monat.' }).int().min(1).max(12),
	...(Object.fromEntries(LEDGER_ACCOUNTS.map((name) => [name, account])) as Record<LedgerAccount, typeof account>),
})

import { z } from 'zod'
import { email, line, ticked } from '#app/lib/fields.ts'
import { GROUND_KEYS } from './targets.ts'

const EXPLAIN = 'Bitte beschreiben Sie, was daran gegen Gesetz oder Regeln verstößt.'

/** A report; the database has the same rules (`report_content`). */
export const reportSchema = z.object({
	ground: z.enum(GROUND_KEYS, { error: 'Bitte wählen Sie, worum es geht.' }),
	explanation: z.string({ error: EXPLAIN }).trim().min(1, EXPLAIN).max(4000, 'Höchstens 4000 Zeichen.'),
	name: line(120),
	email,
	good_faith: ticked.refine(Boolean, 'Bitte bestätigen Sie das, damit wir Ihre Meldung bearbeiten können.'),
})

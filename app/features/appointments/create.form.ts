import { z } from 'zod'
import { line, phoneByHand } from '#app/lib/fields.ts'

/** An appointment entered by hand; the database checks the same rules (internal.clean_contact). */
export const createSchema = z.object({
	service: z
		.array(z.uuid(), { error: 'Bitte wählen Sie mindestens eine Leistung.' })
		.min(1, 'Bitte wählen Sie mindestens eine Leistung.')
		.max(10, 'Mehr als zehn Leistungen gehen nicht auf einmal.'),
	person: z.uuid().optional(),
	tag: z.string({ error: 'Bitte geben Sie den Tag an.' }),
	zeit: z.string({ error: 'Bitte geben Sie die Uhrzeit an.' }),
	customer: z.uuid().optional(),
	name: z
		.string({ error: 'Bitte geben Sie einen Namen an.' })
		.trim()
		.min(1, 'Bitte geben Sie einen Namen an.')
		.max(120, 'Der Name darf höchstens 120 Zeichen lang sein.'),
	email: z
		.email('Bitte geben Sie eine vollständige E-Mail-Adresse an, zum Beispiel name@beispiel.de.')
		.max(254, 'Die E-Mail-Adresse ist zu lang.')
		.optional(),
	phone: phoneByHand,
	for_name: line(120),
	note: z.string().max(2000, 'Die Nachricht darf höchstens 2000 Zeichen lang sein.').optional(),
	notify: z.string().optional(),
	/** The minutes of the range that was drawn, and whether the appointment takes them rather than the time of its services. */
	aufgezogen: z.coerce.number().int().optional().catch(undefined),
	dauer: z.string().optional(),
	/** Every so many weeks, so many times: read by `readRhythm`. */
	wochen: z.string().optional(),
	anzahl: z.string().optional(),
	key: z.uuid().optional(),
})

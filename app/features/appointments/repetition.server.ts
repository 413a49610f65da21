import { errorMessage } from '#app/lib/errors.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Outcome } from './appointments.commands.server.ts'
import type { Location } from './appointments.queries.server.ts'
import { repeatAppointment } from './series.server.ts'
import { readRhythm } from './series.ts'

/** Makes more appointments like this one, every `wochen` weeks, `anzahl` of them with this one. */
export async function submitRepetition(
	{ client, location }: { client: Client; location: Location },
	id: string,
	form: FormData,
): Promise<Outcome> {
	const values = Object.fromEntries([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']))
	const outcome = (ok: boolean, message: string, series?: Partial<Outcome['series']>): Outcome => ({
		...{ ok, action: 'repeat', message, at: Date.now() },
		...(series && { series: { values, errors: {}, ...series } }),
	})
	const rhythm = readRhythm(values)
	if ('errors' in rhythm) return outcome(false, 'Bitte prüfen Sie die Angaben zur Serie.', { errors: rhythm.errors })
	const key = isUuid(values.key) ? values.key : undefined
	const made = await repeatAppointment(client, location, { id, notify: values.notify === 'on', key }, rhythm, form)
	if ('question' in made) return outcome(false, 'An einigen Tagen spricht etwas dagegen.', { question: made.question })
	if ('code' in made) {
		const message = errorMessage(made.code)
		return outcome(false, message, made.code.startsWith('series_') ? { errors: { anzahl: message } } : {})
	}
	const count = made.ids.length
	return outcome(
		true,
		count === 1 ? 'Ein weiterer Termin ist eingetragen.' : `${count} weitere Termine sind eingetragen.`,
	)
}

import { readAgainst } from '#app/features/appointments/appointments.commands.server.ts'
import { againstTexts } from '#app/features/explain/explain.ts'
import { call } from '#app/lib/contracts.server.ts'
import { type CodedError, errorCode, errorMessage } from '#app/lib/errors.ts'
import { CHANGED_SINCE } from '#app/lib/following.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { takenBackContract } from './following.contracts.ts'
import { takenBackText } from './taking-back.ts'

type TakenBack = { ok: boolean; message: string; at: number }

/** Takes back what the member has just done to a course, or to several at once; `stand` is the version of this one that was seen since. */
export async function takeBack(client: Client, zone: string, id: string, form: FormData): Promise<TakenBack> {
	const { data, error } = await call(client, 'take_events_back', takenBackContract, {
		...{ p_event: id, p_version: textOf(form, 'stand') },
	})
	const at = Date.now()
	return error
		? { ok: false, message: refusal(error, zone), at }
		: { ok: true, message: takenBackText(data.restored, data.left), at }
}

function refusal(error: CodedError, zone: string): string {
	const code = errorCode(error)
	if (code === 'edited_meanwhile') return CHANGED_SINCE
	if (code === 'event_times') return 'Die alte Zeit ist vorbei. Alles bleibt, wie es ist.'
	if (code === 'seats_taken')
		return `So viele Plätze sind inzwischen vergeben: ${error.details}. Alles bleibt, wie es ist.`
	if (code !== 'slot_taken') return errorMessage(error)
	return ['Die alte Zeit ist belegt.', ...againstTexts(readAgainst(error), zone)].join(' ')
}

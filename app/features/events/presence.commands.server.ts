import type { State } from '#app/features/appointments/appointment.ts'
import { STATE_NAMES } from '#app/features/appointments/texts.ts'
import { visitContract } from '#app/features/booking/booking.contracts.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { BulkOutcome } from '#app/ui/bulk-outcome.tsx'
import type { Participant } from './events.queries.server.ts'
import { isMarkable, markedText, PRESENCES } from './presence.ts'

/**
 * Says of bookings (`ids`) what became of them: `war` is the state they are to have, `stand` the one that was seen. Each for itself; what somebody
 * else has said meanwhile stays. The answer takes it back on request.
 */
export async function markPresence(client: Client, participants: Participant[], form: FormData): Promise<BulkOutcome> {
	const at = Date.now()
	const [wanted, seen] = [stateOf(textOf(form, 'war')), stateOf(textOf(form, 'stand'))]
	const ids = new Set(form.getAll('ids').map(String).filter(isUuid))
	const chosen = participants.filter(({ id }) => ids.has(id))
	if (!wanted || !seen || chosen.length === 0) return { kind: 'danger', message: errorMessage('body_invalid'), at }
	const came = { completed: true, no_show: false, confirmed: null }[wanted]
	const marked: Participant[] = []
	const refused: string[] = []
	for (const one of chosen) {
		const { error } = await call(client, 'mark_presence', visitContract, {
			...{ p_appointment: one.id, p_came: came, p_seen: seen },
		})
		if (!error) marked.push(one)
		else refused.push(`${one.name}: ${refusal(error, seen)}`)
	}
	const done =
		marked.length > 0
			? [
					markedText(
						marked.map(({ name }) => name),
						wanted,
					),
				]
			: []
	return {
		kind: refused.length === 0 ? 'success' : marked.length > 0 ? 'warning' : 'danger',
		message: [...done, ...refused].join(' '),
		at,
		...(marked.length > 0 && wanted !== 'confirmed'
			? { undo: { ids: marked.map(({ id }) => id), intent: 'presence', fields: { war: seen, stand: wanted } } }
			: {}),
	}
}

type Markable = keyof typeof PRESENCES | 'confirmed'

const stateOf = (text: string): Markable | undefined => (isMarkable(text as State) ? (text as Markable) : undefined)

function refusal(error: Parameters<typeof errorCode>[0], seen: Markable): string {
	const now = error.details as State | undefined
	if (errorCode(error) !== 'wrong_state' || !now || now === seen || !(now in STATE_NAMES)) return errorMessage(error)
	return `Jemand hat inzwischen anderes vermerkt: ${now === 'completed' ? PRESENCES.completed : STATE_NAMES[now]}.`
}

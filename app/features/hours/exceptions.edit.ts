import { dateText } from '#app/lib/calendar-date.ts'
import { addDays } from '#app/lib/dates.ts'

export const EXCEPTION_LABELS = {
	...{ kind: 'Art', employee_id: 'Für', from_day: 'Erster Tag', to_day: 'Letzter Tag' },
	...{ from_time: 'Ab Uhrzeit', to_time: 'Bis Uhrzeit', reason: 'Grund' },
}

type Row = { employee_id: string | null; kind: 'closed' | 'open'; starts_at: string; ends_at: string; reason: string }

/** What the form of an exception holds; wall times. A midnight stands for the whole of its day. */
export function exceptionTyped({ employee_id, kind, starts_at, ends_at, reason }: Row): Record<string, string> {
	const [from, to] = [starts_at.slice(11, 16), ends_at.slice(11, 16)]
	const last = to === '00:00' ? addDays(ends_at.slice(0, 10), -1) : ends_at.slice(0, 10)
	return {
		...{ kind, employee_id: employee_id ?? '', reason },
		...{ from_day: dateText(starts_at.slice(0, 10)), from_time: from === '00:00' ? '' : from },
		...{ to_day: dateText(last), to_time: to === '00:00' ? '' : to },
	}
}

import { z } from 'zod'
import { call } from '#app/lib/contracts.server.ts'
import type { CodedError } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'

/** What came of a button of the board; without an error a success, unless it says otherwise. */
export type Done = { error: CodedError | null; kind?: 'success' | 'warning' | 'danger'; message?: string }
type Wish = { id: string; event: string; form: FormData }

/** What the buttons of a course of a disruption ask for. */
export const COURSES: Record<string, (client: Client, wish: Wish) => Promise<Done>> = {
	'course-person': (client, wish) => replace(client, wish, 'p_employee'),
	'course-room': (client, wish) => replace(client, wish, 'p_resource'),
	'course-keep': (client, wish) => settle(client, wish, 'kept', 'Der Kurs bleibt, wie er geplant ist.'),
	'course-reopen': (client, wish) => settle(client, wish, 'open', 'Der Kurs ist wieder offen.'),
	'course-cancel': async (client, { event, form }) => {
		const reason = textOf(form, 'grund').slice(0, 1000)
		const { error } = await client.rpc('cancel_event', { p_event: event, p_reason: reason })
		return { error, message: 'Der Kurs ist abgesagt; wer gebucht hat und eine E-Mail-Adresse hat, bekommt Bescheid.' }
	},
}

const MESSAGES = {
	p_employee: 'Der Kurs hat eine andere Leitung zur selben Zeit. Wer gebucht hat, bekommt Bescheid.',
	p_resource: 'Umgelegt: Der Kurs bleibt zur selben Zeit bei derselben Person.',
}

async function replace(client: Client, { id, event, form }: Wish, what: keyof typeof MESSAGES): Promise<Done> {
	const other = textOf(form, 'option')
	if (!isUuid(other)) return { error: { message: 'body_invalid', code: 'P0001' } }
	const { error } = await call(client, 'replace_in_event', z.string(), {
		...{ p_disruption: id, p_event: event, [what]: other },
	})
	return { error, message: MESSAGES[what] }
}

async function settle(client: Client, { id, event }: Wish, state: 'kept' | 'open', message: string): Promise<Done> {
	const args = { p_disruption: id, p_event: event, p_state: state }
	const { error } = await client.rpc('settle_disrupted_event', args)
	return { error, message }
}

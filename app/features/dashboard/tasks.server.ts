import { call } from '#app/lib/contracts.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { openTasksContract, type OpenTasks } from './tasks.contracts.ts'

/** Mails that did not arrive, visits without their test, and offers of seats that nobody has answered; none for those who do not see all calendars. */
export async function loadOpenTasks(client: Client, location: { id: string }): Promise<OpenTasks> {
	const tasks = invariantData(await call(client, 'open_tasks', openTasksContract, { p_location: location.id }))
	const readable = <T extends { phone: string }>(rows: T[]): T[] =>
		rows.map((row) => ({ ...row, phone: phoneText(row.phone) }))
	return { ...tasks, undelivered: readable(tasks.undelivered), untested: readable(tasks.untested) }
}

/** Nothing is left to do about a mail that did not arrive. @returns the message to show, null when it is done */
export async function settleMessage(client: Client, form: FormData): Promise<string | null> {
	const message = textOf(form, 'message')
	if (!isUuid(message)) return errorMessage('message_not_found')
	const { error } = await client.rpc('settle_message', { p_message: message })
	return error ? errorMessage(error) : null
}

import { data, type RouterContextProvider } from 'react-router'
import type { AppServices } from '#app/lib/context.server.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { serverClient } from '#app/lib/supabase.server.ts'

type Context = Readonly<RouterContextProvider>

/** The day on which the account will be deleted, in words; empty while nobody has asked for that. */
export async function loadDeletion(context: Context): Promise<string> {
	const due = invariantData(await requireUser(context).client.rpc('account_deletion'))
	return due ? formatDate(due, HOME_ZONE) : ''
}

/** Asks for the deletion of the account, or takes that back. */
export async function changeDeletion(context: Context, request: Request) {
	const { client } = requireUser(context)
	const form = await readForm(request)
	if (textOf(form, 'intent') === 'keep') {
		invariantData(await client.rpc('cancel_account_deletion'))
		return redirect(`${paths.profileAccount()}?gespeichert=behalten`)
	}
	if (textOf(form, 'sure') !== 'on')
		return data({ failure: 'Bitte bestätigen Sie, dass Sie das möchten.' }, { status: 400 })
	const { error } = await client.rpc('request_account_deletion')
	if (!error) return redirect(paths.profileAccount())
	const company = error.message === 'last_owner' ? error.details : ''
	const failure = company
		? `${company} hat sonst niemanden in der Inhaberrolle. Bitte übergeben oder schließen Sie das Unternehmen zuerst.`
		: errorMessage(error)
	return data({ failure }, { status: 409 })
}

/** Carries out the deletions whose waiting time is over. */
export async function deleteDueAccounts(services: AppServices): Promise<number> {
	return invariantData(await serverClient(services).rpc('delete_due_accounts'))
}

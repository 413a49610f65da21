import { z } from 'zod'
import { submit, submitPlain } from '#app/features/shell/commands.server.ts'
import { SHOWN, SOURCES } from '#app/features/pictures/picture-files.server.ts'
import { EXPORTS, IMPORTS } from '#app/features/transfers/archive.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { textOf } from '#app/lib/form.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { type Client, serverClient } from '#app/lib/supabase.server.ts'

const closeSchema = z.object({
	name: z.string({ error: 'Bitte schreiben Sie den Namen des Unternehmens.' }).max(120),
	cancel: z
		.literal('on')
		.optional()
		.transform((ticked) => ticked === 'on'),
})

/** Each call cancels up to 200 appointments. */
const MOST_CALLS = 100

/** The fields that these refusals are about. */
const FIELDS: Record<string, string> = { name_differs: 'name', appointments_coming: 'cancel' }

/** Closes the company whose name was typed, or opens it again. The database lets owners only. */
export function changeClosing(client: Client, company: string, form: FormData) {
	if (textOf(form, 'intent') === 'reopen')
		return submitPlain(form, adminPaths.close(), () => client.rpc('reopen_company', { p_company: company }))
	return submit(form, closeSchema, adminPaths.close(), async ({ name, cancel }) => {
		const args = { p_company: company, p_name: name, p_cancel: cancel }
		for (let calls = 0; calls < MOST_CALLS; calls++) {
			const { data, error } = await client.rpc('close_company', args)
			const field = FIELDS[error?.message ?? '']
			if (error) return field ? { error: null, fields: { [field]: [errorMessage(error)] } } : { error }
			if (data) return { error: null }
		}
		// So many that the rest wants another press; what is cancelled stays so.
		return { error: null, fields: { cancel: [errorMessage('appointments_coming')] } }
	})
}

/** How many appointments of the company are still to come, which closing cancels, and whose customers get no mail about that. */
export async function countComing(client: Client, company: string): Promise<{ coming: number; untold: number }> {
	const [coming, untold] = await Promise.all([
		client.rpc('coming_appointments', { p_company: company }),
		client.rpc('coming_appointments', { p_company: company, p_untold: true }),
	])
	return { coming: invariantData(coming), untold: invariantData(untold) }
}

const dueContract = z.array(z.object({ id: z.uuid(), locations: z.array(z.uuid()) }))
const MOST_FILES = 100

/** Deletes what is left of companies that were closed fourteen days ago, their files first. Called every hour. */
export async function deleteClosedCompanies(
	services: AppServices,
	_senders: unknown,
	stopping: AbortSignal,
): Promise<number> {
	const client = serverClient(services)
	const failed: unknown[] = []
	for (const company of invariantData(await call(client, 'companies_to_delete', dueContract, {}))) {
		if (stopping.aborted) break
		// One that cannot be deleted must not keep the others.
		await deleteCompany(client, company, stopping).catch((error: unknown) => failed.push(error))
	}
	if (failed.length > 0) throw new Error(`${failed.length} closed companies could not be deleted`, { cause: failed[0] })
	return 0
}

type Due = z.output<typeof dueContract>[number]

async function deleteCompany(client: Client, { id, locations }: Due, stopping: AbortSignal): Promise<void> {
	for (const bucket of [EXPORTS, IMPORTS]) await emptyFolder(client, bucket, id)
	for (const location of locations) for (const bucket of [SHOWN, SOURCES]) await emptyFolder(client, bucket, location)
	while (!stopping.aborted && invariantData(await client.rpc('delete_company', { p_company: id })) > 0);
}

async function emptyFolder(client: Client, bucket: string, folder: string): Promise<void> {
	for (;;) {
		const { data, error } = await client.storage.from(bucket).list(folder, { limit: MOST_FILES })
		if (error) throw error
		if (data.length === 0) return
		const removed = await client.storage.from(bucket).remove(data.map(({ name }) => `${folder}/${name}`))
		if (removed.error) throw removed.error
	}
}

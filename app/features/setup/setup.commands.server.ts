import { presetWeek } from '#app/features/hours/presets.ts'
import { addTemplates } from '#app/features/services/service-templates.server.ts'
import { type Result, submit, submitPlain } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { firstLocationSchema } from './setup.form.ts'

type Member = { client: Client; company: { id: string }; location: { id: string } | null }

/** What one step of the setup sends. A step without the one before it is answered like a first step without its data. */
export function takeStep({ client, company, location }: Member, form: FormData) {
	const intent = form.get('intent')
	if (intent === 'hours' && location)
		return submitPlain(form, adminPaths.setup('leistungen'), () =>
			saveHours(client, location.id, textOf(form, 'preset')),
		)
	if (intent === 'templates' && location)
		return submitPlain(form, adminPaths.setup('online'), () =>
			addTemplates(client, location.id, Number(textOf(form, 'branch')), form.getAll('template').map(String)),
		)
	if (intent === 'publish' && location)
		return submitPlain(form, adminPaths.share(location.id), () =>
			client.rpc('publish_location', { p_location: location.id }),
		)
	return submit(form, firstLocationSchema, adminPaths.setup('zeiten'), async (typed) => {
		const { error } = await client.rpc('begin_location', { p_company: company.id, p_details: typed })
		const unknown = error && errorCode(error) === 'postal_code_unknown'
		return unknown ? { error: null, fields: { postal_code: [errorMessage(error)] } } : { error }
	})
}

async function saveHours(client: Client, location: string, preset: string): Promise<Result> {
	const week = presetWeek(preset)
	if (!week) return { error: { code: 'preset_missing' } }
	const rows = week.flatMap((spans, index) => spans.map((span) => ({ weekday: index + 1, ...span })))
	return client.rpc('replace_location_hours', { p_location: location, p_rows: rows })
}

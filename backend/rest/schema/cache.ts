import type { BackendContext } from '../../context.ts'
import { buildSchema } from './build.ts'
import { introspect } from './introspect.ts'
import type { Schema } from './types.ts'

const MIN_INTERVAL_MS = 1_000

export type SchemaCache = {
	current(): Promise<Schema>
	/** Reads the catalogs again. */
	reload(): Promise<Schema>
	/** Reloads after a name was not found, at most once a second. False when it is too early. */
	reloadStale(): Promise<boolean>
}

/** Keeps a description of the database; listens to `notify pgrst`. */
export async function createSchemaCache(context: BackendContext): Promise<SchemaCache> {
	const { owner, settings } = context
	let version = 0
	let staleAt = 0
	let loaded: Schema | undefined
	let read = ''
	let running: Promise<Schema> | undefined
	let again = false

	async function load(): Promise<Schema> {
		do {
			again = false
			const raw = await introspect(owner, settings.schemas)
			// A new version changes the texts of all statements, so that they get new plans.
			const text = JSON.stringify(raw)
			if (text !== read || !loaded) loaded = buildSchema(raw, settings.schemas, ++version)
			read = text
		} while (again)
		return loaded
	}

	function reload(): Promise<Schema> {
		// A change during a load may have been missed, so load once more.
		if (running) again = true
		running ??= load().finally(() => (running = undefined))
		return running
	}

	await reload()
	const reloadQuietly = (): void => {
		reload().catch((error: unknown) => settings.log('warn', 'schema cache reload failed', { error: String(error) }))
	}
	let listening = false
	await owner.listen(
		'pgrst',
		(payload) => {
			if (payload === '' || payload === 'reload schema') reloadQuietly()
		},
		() => {
			// Notifications may have been missed while the connection was down.
			if (listening) reloadQuietly()
			listening = true
		},
	)
	return {
		current: async () => loaded ?? reload(),
		reload,
		async reloadStale() {
			if (Date.now() - staleAt < MIN_INTERVAL_MS && !running) return false
			staleAt = Date.now()
			await reload()
			return true
		},
	}
}

import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { EXPORTS, pathOf } from './archive.ts'
import type { Picture } from './numbering.server.ts'
import { type Claim, collectedContract, rowsContract } from './transfers.contracts.ts'
import { writeArchive } from './write-archive.server.ts'

const PAGE = 1000

/** Writes the file of an export into storage as it is made. @returns its size in bytes */
export async function exportCompany(client: Client, claim: Claim, stopping: AbortSignal): Promise<number> {
	const attempt = { p_transfer: claim.id, p_attempt: claim.attempt }
	const { name } = invariantData(await client.from('companies').select('name').eq('id', claim.company_id).single())
	const { tables, rows } = invariantData(await call(client, 'collect_export', collectedContract, attempt))
	let bytes = 0
	const counted = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			bytes += chunk.byteLength
			controller.enqueue(chunk)
		},
	})
	const give = async (reason: unknown): Promise<never> => {
		await counted.writable.abort(reason).catch(() => undefined)
		throw reason
	}
	const uploading = client.storage
		.from(EXPORTS)
		.upload(pathOf(claim), counted.readable, { contentType: 'application/zip', upsert: true, duplex: 'half' })
	const source = {
		...{ company: name, at: new Date(), tables, rows: rowsOf(client, attempt, stopping) },
		open: async (picture: Picture) => {
			stopping.throwIfAborted()
			invariantData(await client.rpc('keep_transfer', attempt))
			const { data } = await client.storage.from(picture.bucket).download(picture.path)
			return data ? data.stream() : null
		},
	}
	const [manifest] = await Promise.all([
		writeArchive(counted.writable, source).catch(give),
		uploading.then(({ error }) => (error ? give(error) : undefined)),
	])
	const written = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
	if (written !== rows) throw new Error(`An export has ${written} rows in place of ${rows}.`)
	return bytes
}

async function* rowsOf(client: Client, attempt: { p_transfer: string; p_attempt: number }, stopping: AbortSignal) {
	let after = 0
	for (;;) {
		stopping.throwIfAborted()
		const wish = { ...attempt, p_after: after, p_limit: PAGE }
		const page = invariantData(await call(client, 'read_transfer', rowsContract, wish))
		yield* page
		const last = page.at(-1)
		if (!last) return
		after = last.n
	}
}

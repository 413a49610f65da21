import { call } from '#app/lib/contracts.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { EXPORTS, pathOf } from './archive.ts'
import type { Picture } from './numbering.ts'
import { type Claim, collectedContract, rowsContract } from './transfers.contracts.ts'
import { writeArchive } from './write-archive.server.ts'

const PAGE = 1000

/** Writes the file of an export into storage as it is made. @returns its size in bytes */
export async function exportCompany(client: Client, claim: Claim): Promise<number> {
	const { name } = invariantData(await client.from('companies').select('name').eq('id', claim.company_id).single())
	const { tables } = invariantData(await call(client, 'collect_export', collectedContract, { p_transfer: claim.id }))
	let bytes = 0
	const counted = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			bytes += chunk.byteLength
			controller.enqueue(chunk)
		},
	})
	const source = { company: name, at: new Date(), tables, rows: rowsOf(client, claim.id), open: pictureOf(client) }
	const [{ error }] = await Promise.all([
		client.storage.from(EXPORTS).upload(pathOf(claim), counted.readable, {
			...{ contentType: 'application/zip', upsert: true, duplex: 'half' },
		}),
		writeArchive(counted.writable, source).catch((reason: unknown) => {
			void counted.writable.abort(reason).catch(() => undefined)
			throw reason
		}),
	])
	if (error) throw error
	return bytes
}

async function* rowsOf(client: Client, transfer: string) {
	let after = 0
	for (;;) {
		const wish = { p_transfer: transfer, p_after: after, p_limit: PAGE }
		const page = invariantData(await call(client, 'read_transfer', rowsContract, wish))
		yield* page
		const last = page.at(-1)
		if (!last) return
		after = last.n
	}
}

const pictureOf =
	(client: Client) =>
	async ({ bucket, path }: Picture): Promise<ReadableStream<Uint8Array> | null> => {
		const { data } = await client.storage.from(bucket).download(path)
		return data ? data.stream() : null
	}

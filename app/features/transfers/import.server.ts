import sharp from 'sharp'
import { call } from '#app/lib/contracts.server.ts'
import type { AppServices } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { IMPORTS, pathOf, TransferFault } from './archive.ts'
import { type Archive, openArchive } from './read-archive.server.ts'
import { openStoredFile } from './stored-file.server.ts'
import { type Claim, picturesContract } from './transfers.contracts.ts'

const TYPES: Record<string, string> = { webp: 'webp', avif: 'heif', png: 'png', jpg: 'jpeg', jpeg: 'jpeg' }

/** The type of a picture or document, if its contents are what its ending says. */
async function typeOf(contents: Buffer, ending: string): Promise<string | undefined> {
	if (ending === 'pdf') return contents.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : undefined
	const meta = await sharp(contents)
		.metadata()
		.catch(() => null)
	return meta?.format === TYPES[ending] ? `image/${ending === 'jpg' ? 'jpeg' : ending}` : undefined
}

/** Puts the rows and pictures of a file into the company, all or nothing. @returns the size of the file in bytes. @throws TransferFault */
export async function importCompany(
	client: Client,
	claim: Claim,
	stopping: AbortSignal,
	{ supabase }: Pick<AppServices, 'supabase'>,
): Promise<number> {
	const attempt = { p_transfer: claim.id, p_attempt: claim.attempt }
	const file = await openStoredFile({ client, supabase, bucket: IMPORTS, path: pathOf(claim) })
	const archive = await openArchive(file)
	try {
		for (const table of archive.manifest.tables) {
			for await (const lines of archive.rowsOf(table)) {
				stopping.throwIfAborted()
				const page = { p_table: table.name, p_lines: lines as never }
				orFault(claim, (await client.rpc('stage_import', { ...attempt, ...page })).error)
			}
		}
		await keepPictures(client, claim, archive, stopping)
		orFault(claim, (await client.rpc('carry_out_import', attempt)).error)
	} finally {
		await archive.close()
	}
	return file.size
}

async function keepPictures(client: Client, claim: Claim, archive: Archive, stopping: AbortSignal): Promise<void> {
	const named = invariantData(await call(client, 'import_pictures', picturesContract, { p_transfer: claim.id }))
	for (const { name, bucket, path } of named) {
		stopping.throwIfAborted()
		invariantData(await client.rpc('keep_transfer', { p_transfer: claim.id, p_attempt: claim.attempt }))
		const picture = await archive.picture(name)
		const content = picture && Buffer.from(await picture.arrayBuffer())
		const ending = name.split('.').at(-1) ?? ''
		const contentType = content && (await typeOf(content, ending))
		if (!content || !contentType) throw new TransferFault('file_broken', name)
		const { error } = await client.storage.from(bucket).upload(path, content, { contentType, upsert: true })
		if (error) throw error
	}
}

/** Tells what is wrong with a file from what passes by itself, which the next attempt finds gone. */
function orFault({ attempt }: Claim, error: { code: string; message: string } | null): void {
	if (!error) return
	if (error.code === 'P0001' && error.message !== 'transfer_over')
		throw new TransferFault(error.message === 'table_unknown' ? 'file_too_new' : error.message)
	// A value or a reference that our tables refuse: no export wrote this. An address can have been taken in the same moment.
	const taken = error.code === '23505' && attempt === 1
	if (/^2[123]/.test(error.code) && !taken) throw new TransferFault('file_broken')
	throw new Error(`${error.code} ${error.message}`)
}

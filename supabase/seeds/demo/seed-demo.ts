import type { Sql, TransactionSql } from 'postgres'
import { buildDemo } from './demo.ts'
import { addDemand } from './demand.ts'
import { addOrders } from './orders.ts'
import { insertRows } from './insert.ts'
import { addLife } from './life.ts'
import { BUCKET, renderPictures } from './pictures/render.ts'
import type { Row, Rows } from './rows.ts'

// Any fixed number, so that only one of several processes that start together creates the demo.
const SEED_LOCK = 7_215_002

type DemoOptions = { storageDir: string; progress: (message: string) => void; now: Date }

/**
 * Adds the demo in one transaction, so that a crash leaves nothing of it. The pictures are files, which are written
 * before the transaction ends; a second try writes the same files again.
 */
export async function seedDemo(sql: Sql, { storageDir, progress, now }: DemoOptions): Promise<void> {
	progress('Demo: Bilder werden gezeichnet, Unternehmen und Termine erfunden …')
	const { plans, rows, hues, faces } = buildDemo(now)
	// Drawn in other threads while the database inserts the rows.
	const pictures = renderPictures(storageDir, hues, faces)
	const appointments = rows.get('public.appointments')?.length ?? 0
	progress(`Demo: ${plans.length} Unternehmen mit ${appointments} Terminen werden gespeichert …`)
	const saved = sql.begin(async (transaction) => {
		await transaction`select pg_advisory_xact_lock(${SEED_LOCK})`
		const [company] = await transaction`select from public.companies limit 1`
		if (company) return
		await transaction`
			insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
			values (${BUCKET}, ${BUCKET}, true, 10485760, '{image/jpeg,image/png,image/webp,image/avif}')
			on conflict do nothing`
		await transaction`delete from storage.objects where bucket_id = ${BUCKET} 
			and (starts_with(name, 'demo/') or name = any(${[...faces.keys()]}))`
		await insertRows(transaction, asDrafts(rows))
		await acceptAgreements(transaction, now)
		await publish(transaction, rows.get('public.locations') ?? [], now)
		await addDemand(transaction, now)
		await addOrders(transaction, now)
		await addLife(transaction, now)
		await insertRows(transaction, new Map([['storage.objects', await pictures]]))
	})
	// Waits even after an error, so that nothing keeps running when this function has ended.
	await Promise.allSettled([pictures, saved])
	await saved
	progress('Demo: fertig.')
}

/** Locations are inserted as drafts, so that the index of free time is built once rather than with every row. */
function asDrafts(rows: Rows): Rows {
	const drafts = (rows.get('public.locations') ?? []).map((row) => ({ ...row, state: 'draft' }))
	return new Map(rows).set('public.locations', drafts)
}

/** Owners have accepted the agreements on the day on which they made their company, or the words were published. */
async function acceptAgreements(sql: TransactionSql, now: Date): Promise<void> {
	await sql`insert into public.agreements (company_id, text_hash, accepted_at, accepted_by, accepted_name)
		select company.id, held.hash, least(greatest(company.created_at, held.published_on), ${now}), owner.user_id, internal.person_name(owner.user_id)
		from public.companies company
		join public.members owner on owner.company_id = company.id and owner.role = 'owner'
		cross join public.current_agreements() held
		on conflict do nothing`
}

async function publish(sql: TransactionSql, locations: Row[], now: Date): Promise<void> {
	await sql`select set_config('zeitplatz.now', ${now.toISOString()}, true)`
	for (const state of ['published', 'paused'] as const) {
		const ids = locations.filter((row) => row.state === state).map((row) => String(row.id))
		await sql`update public.locations set state = ${state} where id = any(${ids}::uuid[])`
	}
}

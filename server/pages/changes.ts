import type { Backend } from '#backend/index.ts'
import type { Log } from '../log.ts'
import type { PageCache } from './cache.ts'

/**
 * Drops finished pages as soon as a row they show has changed in the database, whichever process changed it. While the stream is
 * down the pages live for a second only. Holds and bookings are rows of `appointments`; of a deleted one only its id is known, and
 * its location is told of by a row of its own (supabase/schemas/80_page_changes.sql).
 */
export function followChanges(backend: Pick<Backend, 'follow'>, pages: PageCache, log: Log): { stop(): Promise<void> } {
	let broken = false
	return backend.follow({
		publication: 'page_changes',
		wanted: () => true,
		async deliver(changes) {
			for (const { relation, row, old } of changes) {
				const values = row ?? old
				const location = relation.table === 'locations' ? values?.id : values?.location_id
				if (location) pages.changed(location)
				else if (relation.table !== 'appointments') pages.clear()
			}
		},
		onReady() {
			broken = false
			pages.told(true)
		},
		onError(error) {
			pages.told(false)
			if (!broken)
				log('warn', 'finished pages live for a second only: changes are not told of', { error: String(error) })
			broken = true
		},
	})
}

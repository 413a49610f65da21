import type { Backend } from '#backend/index.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import type { Log } from '../log.ts'
import type { PageCache } from './cache.ts'

type Options = {
	backend: Pick<Backend, 'follow'>
	pages: Pick<PageCache, 'changed' | 'clear' | 'told'>
	/** The server's own client, to look up the locations of rows that name none. */
	client: Client
	log: Log
}

// The most ids in the address of one query.
const AT_ONCE = 100

/**
 * Drops finished pages as soon as a row they show has changed in the database, whichever process changed it. While the stream is
 * down the pages live for a second only. Of a deleted hold or appointment only its id is known, and
 * a row of its own reports its location (supabase/schemas/90_changes/20_page_changes.sql).
 */
export function followChanges({ backend, pages, client, log }: Options): { stop(): Promise<void> } {
	let broken = false
	return backend.follow({
		publication: 'page_changes',
		wanted: () => true,
		async deliver(changes) {
			const people = new Set<string>()
			const companies = new Set<string>()
			for (const { relation, row, old } of changes) {
				for (const values of [row, old]) {
					if (!values) continue
					const { id, location_id: location, employee_id: person } = values
					if (relation.table === 'locations' && id) pages.changed(id)
					else if (relation.table === 'companies' && id) companies.add(id)
					else if (location) pages.changed(location)
					else if (relation.table === 'working_hours' && person) people.add(person)
					else if (!['appointments', 'holds'].includes(relation.table)) pages.clear()
				}
			}
			try {
				for (const location of await locationsOf(client, [...people], [...companies])) pages.changed(location)
			} catch (error) {
				log('warn', 'all finished pages are dropped: whose location has changed is not known', { error: String(error) })
				pages.clear()
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

/** The locations of people and companies; for deleted ones, a separate row has reported the location. */
async function locationsOf(client: Client, people: string[], companies: string[]): Promise<Set<string>> {
	const found = new Set<string>()
	for (let at = 0; at < people.length; at += AT_ONCE) {
		const rows = await allRows((from, to) =>
			client
				.from('employees')
				.select('location_id')
				.in('id', people.slice(at, at + AT_ONCE))
				.order('id')
				.range(from, to),
		)
		for (const { location_id } of rows) found.add(location_id)
	}
	for (const company of companies) {
		const rows = await allRows((from, to) =>
			client.from('locations').select('id').eq('company_id', company).order('id').range(from, to),
		)
		for (const { id } of rows) found.add(id)
	}
	return found
}

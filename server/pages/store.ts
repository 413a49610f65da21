import type { Wanted } from '#app/lib/search-demand.ts'

/** A finished page; `bodies` holds its bytes by content encoding, as far as they were asked for. */
export type Page = {
	headers: Record<string, string>
	etag: string
	bodies: Map<Encoding, Buffer>
	/** Ids of the locations that the page shows. */
	shows: ReadonlySet<string>
	/** The searches that it answers. */
	wanted: readonly Wanted[]
	/** Milliseconds of the monotonic clock: when it has to be remade, and from when on nobody must see it. */
	old: number
	expires: number
}
export type Encoding = 'br' | 'gzip' | 'identity'

export type PageStore = {
	get(key: string, now: number): Page | undefined
	set(key: string, page: Page): void
	/** Counts the bytes of a page again after it got another body. */
	grown(key: string): void
	/** Drops the pages that show a location. */
	drop(location: string): void
	clear(): void
	readonly bytes: number
	readonly size: number
}

// Keys, headers and the maps around a page, roughly.
const OVERHEAD = 2_000

/** Finished pages, the least recently asked for dropped first beyond `maxBytes`. */
export function createPageStore(maxBytes: number): PageStore {
	// A Map keeps the order of insertion, so a page that is asked for is inserted again.
	const pages = new Map<string, Page>()
	const weights = new Map<string, number>()
	const showing = new Map<string, Set<string>>()
	let bytes = 0

	function remove(key: string): void {
		const page = pages.get(key)
		if (!page) return
		pages.delete(key)
		bytes -= weights.get(key) ?? 0
		weights.delete(key)
		for (const location of page.shows) {
			const keys = showing.get(location)
			keys?.delete(key)
			if (keys?.size === 0) showing.delete(location)
		}
	}

	function weigh(key: string): void {
		const page = pages.get(key)
		if (!page) return
		let weight = OVERHEAD + page.shows.size * 100
		for (const body of page.bodies.values()) weight += body.length
		bytes += weight - (weights.get(key) ?? 0)
		weights.set(key, weight)
		for (const [oldest] of pages) {
			if (bytes <= maxBytes) break
			remove(oldest)
		}
	}

	return {
		get(key, now) {
			const page = pages.get(key)
			if (!page) return undefined
			if (page.expires <= now) {
				remove(key)
				return undefined
			}
			pages.delete(key)
			pages.set(key, page)
			return page
		},
		set(key, page) {
			remove(key)
			pages.set(key, page)
			for (const location of page.shows) {
				let keys = showing.get(location)
				if (!keys) showing.set(location, (keys = new Set()))
				keys.add(key)
			}
			weigh(key)
		},
		grown: weigh,
		drop(location) {
			for (const key of [...(showing.get(location) ?? [])]) remove(key)
		},
		clear() {
			for (const key of [...pages.keys()]) remove(key)
		},
		get bytes() {
			return bytes
		},
		get size() {
			return pages.size
		},
	}
}

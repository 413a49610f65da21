import { createContext, useContext, useSyncExternalStore } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'

// Pages are the same for all visitors without an account, and the cookie of their list is sent to its own page alone. So that a heart stays
// filled on the next page, the browser notes here what it has kept.
const NOTED = 'zeitplatz-gemerkt'

let changed: ReadonlyMap<string, boolean> = new Map()
let noted: ReadonlySet<string> | undefined
const followers = new Set<() => void>()

function readNoted(): ReadonlySet<string> {
	if (!noted) {
		try {
			noted = new Set((localStorage.getItem(NOTED) ?? '').split(' ').filter(Boolean))
		} catch {
			noted = new Set()
		}
	}
	return noted
}

/** Notes the locations that this browser keeps without an account. */
export function noteKept(ids: Iterable<string>): void {
	noted = new Set(ids)
	try {
		if (noted.size > 0) localStorage.setItem(NOTED, [...noted].join(' '))
		else localStorage.removeItem(NOTED)
	} catch {
		// Without storage the hearts last as long as the page.
	}
	for (const tell of followers) tell()
}

/** A heart was switched. @param person whether a signed-in person did it, whose list the server knows */
export function markKept(id: string, kept: boolean, person: boolean): void {
	changed = new Map(changed).set(id, kept)
	const others = [...readNoted()].filter((one) => one !== id)
	noteKept(person ? readNoted() : kept ? [id, ...others] : others)
}

/** The locations that the server says the signed-in person keeps. */
export const KeptPlaces = createContext<readonly string[]>([])

const follow = (tell: () => void): (() => void) => {
	followers.add(tell)
	return () => void followers.delete(tell)
}

/** Whether the visitor keeps this location, as far as the page can know, and whether it is a signed-in person. */
export function useKeptPlace(id: string): { kept: boolean; person: boolean } {
	const stored = useContext(KeptPlaces).includes(id)
	const person = Boolean(useRouteLoaderData<typeof loader>('root')?.user)
	const kept = useSyncExternalStore(
		follow,
		() => changed.get(id) ?? (stored || (!person && readNoted().has(id))),
		() => stored,
	)
	return { kept, person }
}

import { isCutOff } from './trouble.ts'

const PAUSE_MS = 1000
const LONGEST_MS = 30_000

/** Loads a part of the page, trying again until it succeeds, and says so while there is no connection. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
	for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_MS)) {
		try {
			return await load()
		} catch {
			isCutOff()
			await new Promise<void>((resolve) => {
				const go = (): void => {
					clearTimeout(timer)
					removeEventListener('online', go)
					resolve()
				}
				const timer = setTimeout(go, pause)
				addEventListener('online', go)
			})
			reloadStyles()
		}
	}
}

/** A style sheet that did not come is not asked for again with the part that needs it. */
function reloadStyles(): void {
	if (typeof document === 'undefined') return
	for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
		if (!hasRules(link)) link.replaceWith(link.cloneNode())
	}
}

// The rules of a sheet that did not come cannot be read.
function hasRules({ sheet }: HTMLLinkElement): boolean {
	try {
		return Boolean(sheet?.cssRules)
	} catch {
		return false
	}
}

let follow: ((event: string) => void) | undefined
let stale = false

export const tabNews = {
	/** Who reacts in this tab to what happens to the session (tabs.ts); nobody until that is loaded. */
	hear(listener: typeof follow): void {
		follow = listener
	},
	/** Passes on to the other tabs what an answer has said about the session; `own` is false when this tab did not ask for it. */
	tell(own: boolean): void {
		const event = globalThis.window?.zeitplatzTabs?.tell()
		if (event && !own) follow?.(event)
	},
	/** Whether even what usually stays, the root's data, has to be loaded with the next look at the page. */
	isStale: (): boolean => stale,
	setStale(now: boolean): void {
		stale = now
	},
}

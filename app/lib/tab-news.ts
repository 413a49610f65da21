let follow: ((event: string) => void) | undefined
let stale = false

export const tabNews = {
	/** Sets what this tab does when something happens to the session: tabs.ts, once it is loaded. */
	hear(listener: typeof follow): void {
		follow = listener
	},
	/** Passes on to the other tabs what an answer has said about the session; `own` is false when this tab did not ask for it. */
	tell(own: boolean): void {
		const event = globalThis.window?.zeitplatzTabs?.tell()
		if (event && !own) follow?.(event)
	},
	/** Whether the next load must include the root's data, which usually stay. */
	isStale: (): boolean => stale,
	setStale(now: boolean): void {
		stale = now
	},
}

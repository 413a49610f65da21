/** Set by `first-use.js`. */
interface Window {
	/** Called once the page listens. */
	zeitplatzHydrated?: () => void
	/**
	 * Connects all tabs of this site. `tell` passes on the session event of the last answer to the other tabs and returns it; `hear` reloads
	 * the page when another tab tells of one.
	 */
	zeitplatzTabs?: {
		tabs: BroadcastChannel
		tell: () => string | undefined
		hear: (news: MessageEvent<{ event: string }>) => void
	}
}

/** Set by `first-use.js`. */
interface Window {
	/** Called once the page listens. */
	zeitplatzHydrated?: () => void
	/**
	 * The channel of all tabs of this site; `tell` passes on what the last answer has said about the session, and names it; `hear` loads
	 * the page anew on news.
	 */
	zeitplatzTabs?: {
		tabs: BroadcastChannel
		tell: () => string | undefined
		hear: (news: MessageEvent<{ event: string }>) => void
	}
}

/** Set by `first-use.js`: called once the page listens. */
interface Window {
	zeitplatzHydrated?: () => void
}

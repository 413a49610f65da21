/** Minutes between looks for a newer build; the specification leaves the interval open. */
const POLL_MINUTES = 5
const RELOADED = 'zeitplatz-reloaded-for'

/**
 * Keeps an open page in step with the server: asks for the newest build from time to time and, once there is one, lets the
 * next link load its page as a whole. When a page chunk is gone after an update, the page is reloaded, once per build.
 * @param buildId the build this page came from; "dev" while developing, then nothing is watched.
 */
export function watchForNewBuild(buildId: string): void {
	if (buildId === 'dev') return
	let outdated = false
	const look = async (): Promise<void> => {
		if (outdated || document.visibilityState === 'hidden') return
		const answer = await fetch('/builds/latest.json', { cache: 'no-store' }).catch(() => undefined)
		if (!answer?.ok) return
		const { id } = (await answer.json()) as { id?: string }
		outdated = Boolean(id) && id !== buildId
	}
	const fetchAnew = async (): Promise<void> => {
		await look()
		if (!outdated || sessionStorage.getItem(RELOADED) === buildId) return
		sessionStorage.setItem(RELOADED, buildId)
		location.reload()
	}
	// Reloads only once a newer build is known: without a connection, reloading would leave nothing of the page.
	window.addEventListener('vite:preloadError', () => void fetchAnew())
	setInterval(() => void look(), POLL_MINUTES * 60_000)
	document.addEventListener('visibilitychange', () => void look())
	document.addEventListener(
		'click',
		(event) => {
			const link = event.target instanceof Element ? event.target.closest('a') : null
			if (!outdated || !link || !isPlainClick(event, link)) return
			event.preventDefault()
			event.stopPropagation()
			location.assign(link.href)
		},
		{ capture: true },
	)
}

function isPlainClick(event: MouseEvent, link: HTMLAnchorElement): boolean {
	const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
	return !modified && link.origin === location.origin && !link.target && !link.hasAttribute('download')
}

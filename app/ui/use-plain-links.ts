import { useEffect } from 'react'
import { useNavigate, useSubmit } from 'react-router'

/**
 * Lets plain `<a href="/…">` inside elements with `data-links` navigate like `<Link>`; those with `data-keep-scroll` keep the scroll
 * position. A hundred `Link`s cost more to render on the server than the rest of a page. Sends plain forms that hold a time (`HoldForm`)
 * like `<Form>`. Called once, at the root.
 */
export function usePlainLinks(): void {
	const navigate = useNavigate()
	const submit = useSubmit()
	useEffect(() => {
		const follow = (event: MouseEvent): void => {
			const link = event.target instanceof Element ? event.target.closest('a') : null
			const href = link?.getAttribute('href')
			if (!link || !href?.startsWith('/') || event.defaultPrevented || event.button !== 0) return
			// A `Link` handles itself, and the browser handles links that open elsewhere.
			if (link.dataset.discover || link.target || !link.closest('[data-links]')) return
			if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
			event.preventDefault()
			const still = matchMedia('(prefers-reduced-motion: reduce)').matches
			// A link that keeps the scroll position leads to the same page with other content.
			const stays = link.dataset.keepScroll !== undefined
			if (!still && !stays) nameShared(link)
			void navigate(href, { viewTransition: !still && !stays, preventScrollReset: stays })
		}
		const hold = (event: SubmitEvent): void => {
			const button = event.submitter
			if (event.defaultPrevented || !(button instanceof HTMLButtonElement)) return
			if (!(event.target instanceof HTMLElement) || event.target.dataset.hold === undefined) return
			event.preventDefault()
			void submit(button)
		}
		document.addEventListener('click', follow)
		document.addEventListener('submit', hold)
		return () => {
			document.removeEventListener('click', follow)
			document.removeEventListener('submit', hold)
		}
	}, [navigate, submit])
}

// The picture of the clicked card grows into the first picture of the next page (`view-transition-name: bild`).
function nameShared(link: Element): void {
	for (const old of document.querySelectorAll<HTMLElement>('[data-shared]')) old.style.viewTransitionName = ''
	// A listing's page has its own picture with that name.
	if (location.pathname.startsWith('/listings/')) return
	const shared = link.closest('article')?.querySelector<HTMLElement>('[data-shared]')
	if (shared) shared.style.viewTransitionName = 'bild'
}

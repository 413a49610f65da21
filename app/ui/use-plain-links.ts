import { type RefObject, useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Lets plain `<a href="/…">` inside an element navigate like `<Link>`. For long lists: a hundred `Link`s cost more to render on
 * the server than everything else on the page.
 */
export function usePlainLinks(container: RefObject<HTMLElement | null>): void {
	const navigate = useNavigate()
	useEffect(() => {
		const element = container.current
		const follow = (event: MouseEvent): void => {
			const link = event.target instanceof Element ? event.target.closest('a') : null
			const href = link?.getAttribute('href')
			if (!href?.startsWith('/') || event.defaultPrevented || event.button !== 0) return
			// A `Link` looks after itself.
			if (link?.dataset.discover) return
			if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
			event.preventDefault()
			const still = matchMedia('(prefers-reduced-motion: reduce)').matches
			if (!still) nameShared(link)
			void navigate(href, { viewTransition: !still })
		}
		element?.addEventListener('click', follow)
		return () => element?.removeEventListener('click', follow)
	}, [container, navigate])
}

// The picture of the card that is left grows into the first picture of the page that comes (`view-transition-name: bild`).
function nameShared(link: Element | null): void {
	for (const old of document.querySelectorAll<HTMLElement>('[data-shared]')) old.style.viewTransitionName = ''
	// The page of a listing has its own picture of that name.
	if (location.pathname.startsWith('/listings/')) return
	const shared = link?.closest('article')?.querySelector<HTMLElement>('[data-shared]')
	if (shared) shared.style.viewTransitionName = 'bild'
}

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
			if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
			event.preventDefault()
			void navigate(href)
		}
		element?.addEventListener('click', follow)
		return () => element?.removeEventListener('click', follow)
	}, [container, navigate])
}

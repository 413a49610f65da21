import { useEffect, useState } from 'react'
import styles from './section-links.module.css'

type Part = { id: string; words: string }

/** Links to the parts of the page, which stay in sight; the one that is being read is marked. */
export function SectionLinks({ parts }: { parts: Part[] }) {
	const [current, setCurrent] = useState('')
	const ids = parts.map(({ id }) => id).join(' ')
	useEffect(() => {
		const all = ids.split(' ')
		const heads = all.flatMap((id) => document.getElementById(id)?.closest('section') ?? [])
		// The part that crosses a line a little below these links.
		const watch = new IntersectionObserver(
			(seen) => {
				for (const { isIntersecting, boundingClientRect, rootBounds, target } of seen) {
					const id = target.getAttribute('aria-labelledby') ?? ''
					const below = boundingClientRect.top > (rootBounds?.bottom ?? 0)
					if (isIntersecting) setCurrent(id)
					else if (below) setCurrent((now) => (now === id ? (all[all.indexOf(id) - 1] ?? '') : now))
				}
			},
			{ rootMargin: '-20% 0px -79% 0px' },
		)
		for (const head of heads) watch.observe(head)
		return () => watch.disconnect()
	}, [ids])
	return (
		<nav aria-label="Auf dieser Seite" className={styles.links}>
			<ul>
				{parts.map(({ id, words }) => (
					<li key={id}>
						<a href={`#${id}`} aria-current={id === (current || parts[0]?.id) ? 'location' : undefined}>
							{words}
						</a>
					</li>
				))}
			</ul>
		</nav>
	)
}

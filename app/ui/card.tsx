import type { ReactNode } from 'react'
import styles from './card.module.css'

type Props = {
	title: string
	/** Where the whole card leads; its links are plain, so what stands around it has `data-links`. */
	href?: string
	/** Level of its heading on the page. */
	level?: 2 | 3
	/** Fills its box; a card without one has a frame. */
	picture?: ReactNode
	/** Picture above the text instead of beside it. */
	upright?: boolean
	/** Opposite the title: a rating, a state. */
	corner?: ReactNode
	/** Set off from the others, as one's own. */
	marked?: boolean
	children?: ReactNode
}

/** One thing among others of its kind: with a picture it stands free, without one in a frame. */
export function Card({ title, href, level = 3, picture, upright = false, corner, marked = false, children }: Props) {
	const Title = `h${level}` as const
	const looks = [styles.card, picture ? '' : styles.framed, upright ? styles.upright : '', marked ? styles.marked : '']
	return (
		<article className={looks.filter(Boolean).join(' ')} aria-label={picture ? undefined : title}>
			{picture ? (
				<div className={styles.picture} data-shared>
					{picture}
				</div>
			) : null}
			<div className={styles.body}>
				<div className={styles.head}>
					<Title className={styles.name}>{href ? <a href={href}>{title}</a> : title}</Title>
					{corner}
				</div>
				{children}
			</div>
		</article>
	)
}

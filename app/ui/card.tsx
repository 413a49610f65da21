import type { ReactNode } from 'react'
import styles from './card.module.css'

type Props = {
	title: string
	/** The link of the whole card. It is a plain link, so an element around the cards needs `data-links`. */
	href?: string
	/** Level of the card's heading on the page. */
	level?: 2 | 3
	/** A picture that fills its box; a card without one has a frame. */
	picture?: ReactNode
	/** Picture above the text instead of beside it. */
	upright?: boolean
	/** A control over the picture. */
	onPicture?: ReactNode
	/** Placed opposite the title: a rating, a state. */
	corner?: ReactNode
	/** Highlights the card, for example as one's own. */
	marked?: boolean
	children?: ReactNode
}

/** One item among others of its kind: without a frame if it has a picture, otherwise with one. */
export function Card({
	title,
	href,
	level = 3,
	picture,
	onPicture,
	upright = false,
	corner,
	marked = false,
	children,
}: Props) {
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
			{onPicture ? <div className={styles.onPicture}>{onPicture}</div> : null}
		</article>
	)
}

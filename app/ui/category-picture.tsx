import icons from './category-icons.svg?url'
import styles from './category-picture.module.css'
import { hueOf } from './tints.ts'

type Props = {
	/** Name of a symbol in category-icons.svg. */
	icon: string
	/** Hue in degrees, 0 to 359. */
	hue: number
	className?: string
}

/** A drawn picture of a category: shapes in its colour with its symbol. Fills its box; hidden from screen readers. */
export function CategoryPicture({ icon, hue, className = '' }: Props) {
	return (
		<span className={`${styles.picture} ${hueOf(hue)} ${className}`} aria-hidden="true">
			<svg className={styles.icon}>
				<use href={`${icons}#${icon}`} />
			</svg>
		</span>
	)
}

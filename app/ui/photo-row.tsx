import type { ReactNode } from 'react'
import styles from './photo-row.module.css'

/** A photo behind an address that holds for some minutes. */
export type Photo = { id: string; src: string; width: number; height: number }

type Props = {
	photos: Photo[]
	/** What they belong to, for who does not see them. */
	of: string
	/** Beside a photo, for example to remove it. */
	children?: (photo: Photo, name: string) => ReactNode
}

/** Photos side by side, each opened in full. */
export function PhotoRow({ photos, of, children }: Props) {
	return (
		<ul className={styles.photos}>
			{photos.map((photo, index) => {
				const name = `Foto ${index + 1} ${of}`
				return (
					<li key={photo.id}>
						<a href={photo.src} target="_blank" rel="noreferrer">
							<img src={photo.src} width={photo.width} height={photo.height} alt={name} />
						</a>
						{children?.(photo, name)}
					</li>
				)
			})}
		</ul>
	)
}

import { CategoryPicture } from '#app/ui/category-picture.tsx'
import { Picture, type StoredPicture } from '#app/ui/picture.tsx'
import styles from './gallery.module.css'

type Props = { images: (StoredPicture & { id: string })[]; name: string; icon: string; hue: number }

/** One large picture and up to four small ones; a drawing when there are none. */
export function Gallery({ images, name, icon, hue }: Props) {
	const [first, ...others] = images
	if (!first) {
		return (
			<div className={styles.drawing}>
				<CategoryPicture icon={icon} hue={hue} />
			</div>
		)
	}
	const small = others.slice(0, others.length >= 4 ? 4 : others.length >= 2 ? 2 : 0)
	return (
		// On phones the pictures scroll sideways, and the keyboard must reach them.
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
		<section aria-label={`Bilder von ${name}`} className={styles.gallery} data-small={small.length} tabIndex={0}>
			<Picture picture={first} box="large" sizes="(min-width: 37.5rem) 760px, 100vw" eager className={styles.large} />
			{small.map((image) => (
				<Picture key={image.id} picture={image} box="small" className={styles.small} />
			))}
		</section>
	)
}

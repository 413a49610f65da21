import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { untilLoaded } from '#app/lib/until-loaded.ts'
import { CategoryPicture } from '#app/ui/category-picture.tsx'
import { LineIcon } from '#app/ui/line-icon.tsx'
import { Picture, type StoredPicture, useWholePicture } from '#app/ui/picture.tsx'
import styles from './gallery.module.css'

type Props = { images: (StoredPicture & { id: string })[]; name: string; icon: string; hue: number }

const SMALL = 4

/**
 * One large picture and up to four small ones, which open all of them in front of the page; a drawing when there are none. On phones they
 * scroll sideways. Each is a link to the whole picture, for whoever has no JavaScript or wants it in a tab.
 */
export function Gallery({ images, name, icon, hue }: Props) {
	const [open, setOpen] = useState<number>()
	const whole = useWholePicture()
	const [first, ...others] = images
	if (!first) {
		return (
			<div className={styles.drawing}>
				<CategoryPicture icon={icon} hue={hue} />
			</div>
		)
	}
	const beside = others.length >= SMALL ? SMALL : others.length >= 2 ? 2 : 0
	const choose = (event: MouseEvent): void => {
		const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-picture]') : null
		if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
		event.preventDefault()
		setOpen(Number(link.dataset.picture))
	}
	return (
		// Links and their keys; the section only hears of them.
		// oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
		<section aria-label={`Bilder von ${name}`} className={styles.frame} onClick={choose}>
			<div className={styles.gallery} data-small={beside}>
				{images.map((image, index) => (
					<a
						key={image.id}
						href={whole(image.path)}
						data-picture={index}
						className={index === 0 ? styles.large : index > beside ? styles.more : styles.small}
						aria-label={`Bild ${index + 1} von ${images.length} vergrößern${image.alt ? `: ${image.alt}` : ''}`}
					>
						<Picture
							picture={image}
							box={index === 0 ? 'large' : 'small'}
							sizes={index === 0 ? '(min-width: 37.5rem) 760px, 100vw' : undefined}
							eager={index === 0}
						/>
					</a>
				))}
			</div>
			{images.length > 1 ? (
				<a href={whole(first.path)} data-picture="0" className={styles.all}>
					<LineIcon size={18}>
						<path d="M4 4h6.500v6.500H4Zm9.500 0H20v6.500h-6.500ZM4 13.500h6.500V20H4Zm9.500 0H20V20h-6.500Z" />
					</LineIcon>
					Alle {images.length} Bilder
				</a>
			) : null}
			{open === undefined ? null : (
				<Suspense fallback={null}>
					<Viewer images={images} name={name} at={open} onClose={() => setOpen(undefined)} />
				</Suspense>
			)}
		</section>
	)
}

// Loaded when somebody opens it.
const Viewer = lazy(async () => ({ default: (await untilLoaded(() => import('./viewer.tsx'))).Viewer }))

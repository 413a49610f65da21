import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { LineIcon } from '#app/ui/line-icon.tsx'
import { type StoredPicture, useWholePicture } from '#app/ui/picture.tsx'
import styles from './viewer.module.css'

type Props = {
	images: (StoredPicture & { id: string })[]
	name: string
	/** The picture that is shown first, counted from 0. */
	at: number
	onClose: () => void
}

/** The pictures of a location, one at a time in front of the page. Arrow keys and swiping move on; Escape closes. */
export function Viewer({ images, name, at, onClose }: Props) {
	const whole = useWholePicture()
	const sheet = useRef<HTMLDialogElement>(null)
	const strip = useRef<HTMLUListElement>(null)
	const [shown, setShown] = useState(at)
	const last = images.length - 1
	const go = (index: number, behavior: ScrollBehavior): void => {
		const next = Math.max(0, Math.min(last, index))
		setShown(next)
		strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior })
	}
	const step = (by: number): void =>
		go(shown + by, matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth')
	useEffect(() => {
		sheet.current?.showModal()
		strip.current?.scrollTo({ left: at * strip.current.clientWidth, behavior: 'instant' })
	}, [at])
	const press = (event: KeyboardEvent): void => {
		const by = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last }[event.key]
		if (by === undefined) return
		event.preventDefault()
		step(by)
	}
	return (
		// The keys work wherever the focus is in it.
		// oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
		<dialog ref={sheet} className={styles.viewer} aria-label={`Bilder von ${name}`} onClose={onClose} onKeyDown={press}>
			<div className={styles.head}>
				<p role="status">
					Bild {shown + 1} von {images.length}
				</p>
				<form method="dialog">
					<button aria-label="Schließen">
						<LineIcon>
							<path d="m6 6 12 12M18 6 6 18" strokeLinecap="round" />
						</LineIcon>
					</button>
				</form>
			</div>
			<ul
				ref={strip}
				// It scrolls, so the keyboard must reach it.
				// oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
				tabIndex={0}
				className={styles.strip}
				onScrollEnd={({ currentTarget }) => setShown(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
			>
				{images.map((image, index) => (
					<li key={image.id} aria-hidden={index !== shown}>
						<img
							src={whole(image.path)}
							alt={image.alt || `Bild von ${name}`}
							width={image.width}
							height={image.height}
							loading={Math.abs(index - at) > 1 ? 'lazy' : 'eager'}
							decoding="async"
						/>
					</li>
				))}
			</ul>
			{last > 0 ? (
				<div className={styles.steps}>
					<button type="button" aria-label="Vorheriges Bild" aria-disabled={shown === 0} onClick={() => step(-1)}>
						<LineIcon size={24}>
							<path d="m15 5-7 7 7 7" strokeLinecap="round" strokeLinejoin="round" />
						</LineIcon>
					</button>
					<button type="button" aria-label="Nächstes Bild" aria-disabled={shown === last} onClick={() => step(1)}>
						<LineIcon size={24}>
							<path d="m9 5 7 7-7 7" strokeLinecap="round" strokeLinejoin="round" />
						</LineIcon>
					</button>
				</div>
			) : null}
		</dialog>
	)
}

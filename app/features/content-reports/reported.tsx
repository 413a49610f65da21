import { Link } from 'react-router'
import { paths } from '#app/lib/paths.ts'
import { Picture, type StoredPicture } from '#app/ui/picture.tsx'
import styles from './reported.module.css'
import { type Target, TARGETS } from './targets.ts'

type Props = {
	target: Target
	business: string
	slug: string
	shown: string
	/** All pictures of the location, when one of them is meant. */
	pictures: (StoredPicture & { id: string })[]
}

/** What is about to be reported, as it stands on its page. */
export function Reported({ target, business, slug, shown, pictures }: Props) {
	return (
		<section aria-label="Das melden Sie" className={styles.reported}>
			<p className={styles.what}>
				<b>{TARGETS[target.kind]}</b>
				{target.kind === 'order' ? ': ' : ' bei '}
				{slug ? <Link to={paths.listing(slug)}>{business}</Link> : business}
			</p>
			{target.kind === 'image' ? (
				<ul className={styles.pictures} aria-label={pictures.length > 1 ? 'Welches Bild?' : 'Das Bild'}>
					{pictures.map((picture) => (
						<li key={picture.id}>
							<Link
								to={paths.report('image', picture.id)}
								aria-current={picture.id === target.id ? 'true' : undefined}
								preventScrollReset
							>
								<Picture picture={{ ...picture, alt: picture.alt || 'Bild ohne Beschreibung' }} box="small" />
							</Link>
						</li>
					))}
				</ul>
			) : shown ? (
				<blockquote className={styles.words}>{shown}</blockquote>
			) : null}
		</section>
	)
}

import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Heart } from '#app/ui/heart-button.tsx'
import { markKept, useKeptPlace } from '#app/ui/kept-places.ts'
import styles from './favourites.module.css'

type Props = {
	/** Id of the location. */
	location: string
	/** The page to come back to. */
	back: string
	kept: boolean
	/** It has just been kept. */
	told: boolean
}

/** Keeps a business for later, or shows that it is kept. A plain form: the same page goes to all visitors without an account. */
export function KeepFavourite({ location, back, kept, told }: Props) {
	const { person } = useKeptPlace(location)
	return (
		<form
			method="post"
			action={paths.favourites()}
			className={styles.keep}
			onSubmit={() => markKept(location, !kept, person)}
		>
			<input type="hidden" name="location" value={location} />
			<input type="hidden" name="zurueck" value={back} />
			<input type="hidden" name="was" value={kept ? 'entfernen' : 'merken'} />
			{kept ? (
				<p role={told ? 'status' : undefined}>
					<Heart full />
					<span>
						Gemerkt auf Ihrer <a href={paths.favourites()}>Merkliste</a>
					</span>
				</p>
			) : null}
			<Button kind="plain">
				{kept ? (
					'Nicht mehr merken'
				) : (
					<>
						<Heart />
						Merken
					</>
				)}
			</Button>
		</form>
	)
}

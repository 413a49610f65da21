import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { LineIcon } from '#app/ui/line-icon.tsx'
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
	return (
		<form method="post" action={paths.favourites()} className={styles.keep}>
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

function Heart({ full = false }: { full?: boolean }) {
	return (
		<LineIcon>
			<path
				d="M12 20s-7.500-4.600-7.500-10A4.200 4.200 0 0 1 12 7.300 4.200 4.200 0 0 1 19.500 10c0 5.400-7.500 10-7.500 10z"
				strokeLinejoin="round"
				fill={full ? 'currentColor' : undefined}
			/>
		</LineIcon>
	)
}

import type { FormEvent } from 'react'
import { paths } from '#app/lib/paths.ts'
import { LineIcon } from './line-icon.tsx'
import styles from './heart-button.module.css'
import { markKept, useKeptPlace } from './kept-places.ts'

/** Keeps a location for later, on its card. Without JavaScript the list of what is kept answers. */
export function HeartButton({ location, name }: { location: string; name: string }) {
	const { kept, person } = useKeptPlace(location)
	const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
		event.preventDefault()
		const form = event.currentTarget
		const body = new URLSearchParams({ location, was: kept ? 'entfernen' : 'merken' })
		markKept(location, !kept, person)
		// A redirect means that it is done; everything else is told by the page itself.
		const answer = await fetch(form.action, { method: 'post', body, redirect: 'manual' }).catch(() => undefined)
		if (answer?.type === 'opaqueredirect') return
		markKept(location, kept, person)
		if (answer) form.submit()
	}
	return (
		<form method="post" action={paths.favourites()} onSubmit={(event) => void send(event)}>
			<input type="hidden" name="location" value={location} />
			{kept ? <input type="hidden" name="was" value="entfernen" /> : null}
			<button className={styles.heart} aria-pressed={kept} aria-label={`${name} merken`}>
				<Heart full={kept} />
			</button>
		</form>
	)
}

/** A heart, filled for what is kept. */
export function Heart({ full = false }: { full?: boolean }) {
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

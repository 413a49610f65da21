import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'
import styles from './portrait.module.css'

type Props = {
	/** Of the picture; empty without one. */
	path: string
	name: string
	/** Where the person stands among others, for the colour of their initials. */
	turn?: number
}

/** The face of a person beside their name, or their initials. */
export function Portrait({ path, name, turn = 0 }: Props) {
	const base = useRouteLoaderData<typeof loader>('root')?.services.supabaseUrl ?? ''
	return path ? (
		<img
			src={`${base}/storage/v1/object/public/location-images/${path}`}
			alt=""
			width={72}
			height={72}
			loading="lazy"
			decoding="async"
			className={styles.face}
		/>
	) : (
		<span className={styles.face} data-person={(turn % 4) + 1} aria-hidden="true">
			{initials(name)}
		</span>
	)
}

function initials(name: string): string {
	const words = name.split(/\s+/).filter(Boolean)
	return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('')
}

import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'
import styles from './place-logo.module.css'

/** The logo of a location beside its name, which says what it is; nothing where there is none. */
export function PlaceLogo({ path, small = false }: { path: string; small?: boolean }) {
	const base = useRouteLoaderData<typeof loader>('root')?.services.supabaseUrl ?? ''
	const side = small ? 40 : 64
	return path ? (
		<img
			src={`${base}/storage/v1/object/public/location-images/${path}`}
			alt=""
			width={side}
			height={side}
			className={styles.logo}
			decoding="async"
		/>
	) : null
}

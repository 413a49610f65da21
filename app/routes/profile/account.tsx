import { changeDeletion } from '#app/features/accounts/deletion.server.ts'
import { Deletion } from '#app/features/accounts/deletion.tsx'
import styles from '#app/features/accounts/profile.module.css'
import { paths } from '#app/lib/paths.ts'
import { lookOf } from '#app/ui/button.tsx'
import { useRouteLoaderData } from 'react-router'
import type { loader as frameLoader } from './frame.tsx'
import type { Route } from './+types/account.ts'

export const action = ({ context, request }: Route.ActionArgs) => changeDeletion(context, request)

/** The account as a whole: downloading its data, and deleting it. */
export default function AccountPage({ actionData }: Route.ComponentProps) {
	const due = useRouteLoaderData<typeof frameLoader>('profile-frame')?.deletion ?? ''
	return (
		<>
			<title>Konto · Zeitplatz</title>
			<h1>Konto</h1>
			<section aria-labelledby="meine-daten" className={styles.block}>
				<h2 id="meine-daten">Meine Daten</h2>
				<p>Alles, was zu Ihrem Konto gespeichert ist, als Datei zum Mitnehmen.</p>
				<p>
					<a href={paths.ownData()} download className={lookOf({ kind: 'secondary' })}>
						Daten herunterladen
					</a>
				</p>
			</section>
			<Deletion due={due} failure={actionData?.failure} />
		</>
	)
}

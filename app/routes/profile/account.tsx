import styles from '#app/features/accounts/profile.module.css'
import { paths } from '#app/lib/paths.ts'
import { lookOf } from '#app/ui/button.tsx'

/** The account as a whole: taking its data along. */
export default function AccountPage() {
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
		</>
	)
}

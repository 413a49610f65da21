import styles from '#app/features/accounts/profile.module.css'
import { Relatives } from '#app/features/accounts/relatives.tsx'
import { changeRelatives, loadRelatives } from '#app/features/accounts/relatives.server.ts'
import { requireUser } from '#app/lib/session.server.ts'
import type { Route } from './+types/relatives.ts'

export const loader = async ({ context }: Route.LoaderArgs) => ({
	relatives: await loadRelatives(requireUser(context).client),
})

export const action = ({ context, request, url }: Route.ActionArgs) => changeRelatives(context, request, url.pathname)

/** For whom somebody books besides themselves. */
export default function RelativesPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Personen · Zeitplatz</title>
			<div>
				<h1>Personen</h1>
				<p className={styles.lead}>
					Für wen buchen Sie noch? Beim Buchen wählen Sie dann „Für wen?“; Ansprechperson bleiben Sie.
				</p>
			</div>
			<Relatives relatives={loaderData.relatives} refused={actionData} />
		</>
	)
}

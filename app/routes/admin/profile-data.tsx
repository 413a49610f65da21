import { PersonalData } from '#app/features/accounts/personal-data.tsx'
import { changePersonalData, loadPersonalData } from '#app/features/accounts/profile.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { Route } from './+types/profile-data.ts'

export const loader = ({ context }: Route.LoaderArgs) => loadPersonalData(context)

export const action = ({ context, request }: Route.ActionArgs) =>
	changePersonalData(context, request, adminPaths.profile())

/** Name, phone and mail address of the signed-in member. */
export default function ProfileDataPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Mein Profil · Zeitplatz</title>
			<PersonalData {...loaderData} answer={actionData} />
		</>
	)
}

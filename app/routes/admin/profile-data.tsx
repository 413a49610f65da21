import { PersonalData } from '#app/features/accounts/personal-data.tsx'
import { changePersonalData, readPersonalData } from '#app/features/accounts/profile.server.ts'
import { paths } from '#app/lib/paths.ts'
import type { Route } from './+types/profile-data.ts'

export const loader = ({ context }: Route.LoaderArgs) => readPersonalData(context)

export const action = ({ context, request }: Route.ActionArgs) =>
	changePersonalData(context, request, paths.adminProfile())

/** Name, phone and mail address of the person who works here. */
export default function ProfileDataPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Mein Profil · Zeitplatz</title>
			<PersonalData {...loaderData} answer={actionData} />
		</>
	)
}

import { PersonalData } from '#app/features/accounts/personal-data.tsx'
import { changePersonalData, loadPersonalData } from '#app/features/accounts/profile.server.ts'
import type { Route } from './+types/data.ts'

export const loader = ({ context }: Route.LoaderArgs) => loadPersonalData(context)

export const action = ({ context, request, url }: Route.ActionArgs) =>
	changePersonalData(context, request, url.pathname)

/** Name, phone and mail address. */
export default function PersonalDataPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Meine Angaben · Zeitplatz</title>
			<h1>Meine Angaben</h1>
			<PersonalData {...loaderData} answer={actionData} />
		</>
	)
}

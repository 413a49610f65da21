import { changeSecurity } from '#app/features/accounts/security/security.commands.server.ts'
import { loadSecurity } from '#app/features/accounts/security/security.queries.server.ts'
import { Security } from '#app/features/accounts/security/security.tsx'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import type { Route } from './+types/security.ts'

export const loader = ({ context, url }: Route.LoaderArgs) => loadSecurity(context, url)

export const action = async ({ context, request, url }: Route.ActionArgs) =>
	changeSecurity({ context, request, form: await readForm(request), path: url.pathname })

/** The settings that keep the account safe. */
export default function SecurityPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Sicherheit · Zeitplatz</title>
			<h1>Sicherheit</h1>
			<Security security={loaderData} answer={actionData} path={paths.profileSecurity()} />
		</>
	)
}

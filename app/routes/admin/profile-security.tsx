import { changeSecurity } from '#app/features/accounts/security/security.commands.server.ts'
import { loadSecurity } from '#app/features/accounts/security/security.queries.server.ts'
import { Security } from '#app/features/accounts/security/security.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import type { Route } from './+types/profile-security.ts'

const PATH = adminPaths.profileSecurity()

export const loader = ({ context, url }: Route.LoaderArgs) => loadSecurity(context, url)

export const action = async ({ context, request }: Route.ActionArgs) =>
	changeSecurity({ context, request, form: await readForm(request), path: PATH })

/** How people keep their own account safe. */
export default function ProfileSecurityPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Sicherheit · Zeitplatz</title>
			<Security security={loaderData} answer={actionData} path={PATH} />
		</>
	)
}

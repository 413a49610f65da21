import { leaveWhenSignedIn, signUp } from '#app/features/accounts/accounts.commands.server.ts'
import { RegisterForm } from '#app/features/accounts/register-form.tsx'
import { loadAgreementHashes } from '#app/features/legal/agreements.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import type { Route } from './+types/register-company.ts'

export function loader({ context, request }: Route.LoaderArgs): Promise<string> {
	leaveWhenSignedIn(context, request, 'company')
	return loadAgreementHashes(context.get(servicesContext))
}

export const action = ({ context, request }: Route.ActionArgs) => signUp(context, request, 'company')

/** Registration of businesses. */
export default function Page({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Unternehmen eintragen · Zeitplatz</title>
			<RegisterForm audience="company" agreements={loaderData} reply={actionData} />
		</>
	)
}

import { leaveWhenSignedIn, signUp } from '#app/features/accounts/accounts.commands.server.ts'
import { RegisterForm } from '#app/features/accounts/register-form.tsx'
import type { Route } from './+types/register-company.ts'

export function loader({ context, request }: Route.LoaderArgs): null {
	leaveWhenSignedIn(context, request, 'company')
	return null
}

export const action = ({ context, request }: Route.ActionArgs) => signUp(context, request, 'company')

/** Registration of businesses. */
export default function Page({ actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Unternehmen eintragen · Zeitplatz</title>
			<RegisterForm audience="company" reply={actionData} />
		</>
	)
}

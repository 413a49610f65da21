import { leaveWhenSignedIn, signIn } from '#app/features/accounts/accounts.commands.server.ts'
import { LoginForm } from '#app/features/accounts/login-form.tsx'
import type { Route } from './+types/login-company.ts'

export function loader({ context, request }: Route.LoaderArgs): null {
	leaveWhenSignedIn(context, request, 'company')
	return null
}

export const action = ({ context, request }: Route.ActionArgs) => signIn(context, request, 'company')

/** Sign-in of businesses. */
export default function Page({ actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Anmelden als Unternehmen · Zeitplatz</title>
			<LoginForm audience="company" reply={actionData} />
		</>
	)
}

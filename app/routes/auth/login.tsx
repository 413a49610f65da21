import { leaveWhenSignedIn, signIn } from '#app/features/accounts/accounts.commands.server.ts'
import { LoginForm } from '#app/features/accounts/login-form.tsx'
import type { Route } from './+types/login.ts'

export function loader({ context, request }: Route.LoaderArgs): null {
	leaveWhenSignedIn(context, request, 'customer')
	return null
}

export const action = ({ context, request }: Route.ActionArgs) => signIn(context, request, 'customer')

/** Sign-in of customers. */
export default function Page({ actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Anmelden · Zeitplatz</title>
			<LoginForm audience="customer" reply={actionData} />
		</>
	)
}

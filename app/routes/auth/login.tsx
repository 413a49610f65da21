import { loadSignIn, signIn } from '#app/features/accounts/accounts.commands.server.ts'
import { LoginForm } from '#app/features/accounts/login-form.tsx'
import type { Route } from './+types/login.ts'

export const loader = ({ context, request, url }: Route.LoaderArgs) => loadSignIn(context, request, url, 'customer')

export const action = ({ context, request }: Route.ActionArgs) => signIn(context, request, 'customer')

/** Sign-in of customers. */
export default function Page({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Anmelden · Zeitplatz</title>
			<LoginForm audience="customer" ways={loaderData} answer={actionData} />
		</>
	)
}

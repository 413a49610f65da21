import { loadSignIn, signIn } from '#app/features/accounts/accounts.commands.server.ts'
import { LoginForm } from '#app/features/accounts/login-form.tsx'
import type { Route } from './+types/login-company.ts'

export const loader = ({ context, request, url }: Route.LoaderArgs) => loadSignIn(context, request, url, 'company')

export const action = ({ context, request }: Route.ActionArgs) => signIn(context, request, 'company')

/** Sign-in of businesses. */
export default function Page({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Anmelden als Unternehmen · Zeitplatz</title>
			<LoginForm audience="company" ways={loaderData} answer={actionData} />
		</>
	)
}

import { leaveWhenSignedIn, signUp } from '#app/features/accounts/accounts.commands.server.ts'
import { RegisterForm } from '#app/features/accounts/register-form.tsx'
import type { Route } from './+types/register.ts'

export function loader({ context, request }: Route.LoaderArgs): null {
	leaveWhenSignedIn(context, request, 'customer')
	return null
}

export const action = ({ context, request }: Route.ActionArgs) => signUp(context, request, 'customer')

/** Registration of customers. */
export default function Page({ actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Konto anlegen · Zeitplatz</title>
			<RegisterForm audience="customer" reply={actionData} />
		</>
	)
}

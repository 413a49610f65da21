import { loadSecondFactor, showSecondFactor } from '#app/features/accounts/second-factor.server.ts'
import { SecondFactor } from '#app/features/accounts/second-factor.tsx'
import type { Route } from './+types/second-factor.ts'

export const loader = ({ context, request }: Route.LoaderArgs) => loadSecondFactor(context, request)

export const action = ({ context, request }: Route.ActionArgs) => showSecondFactor(context, request)

/** The page between password and account, for accounts with a second factor. */
export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Zweiter Schritt · Zeitplatz</title>
			<SecondFactor {...loaderData} answer={actionData} />
		</>
	)
}

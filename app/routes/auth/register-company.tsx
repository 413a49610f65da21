import { leaveWhenSignedIn, signUp } from '#app/features/accounts/accounts.commands.server.ts'
import { loadPartnerCode } from '#app/features/partners/code.server.ts'
import { RegisterForm } from '#app/features/accounts/register-form.tsx'
import { loadAgreementHashes } from '#app/features/legal/agreements.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Route } from './+types/register-company.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const code = url.searchParams.get('code') ?? undefined
	// Whoever has an account founds the company with that, and the code goes along.
	if (code && sessionOf(context).user) throw redirect(adminPaths.newCompany(code))
	leaveWhenSignedIn(context, request, 'company')
	const services = context.get(servicesContext)
	const [agreements, partnerCode] = await Promise.all([loadAgreementHashes(services), loadPartnerCode(services, code)])
	return { agreements, partnerCode }
}

export const action = ({ context, request }: Route.ActionArgs) => signUp(context, request, 'company')

/** Registration of businesses. */
export default function Page({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Unternehmen eintragen · Zeitplatz</title>
			<RegisterForm audience="company" {...loaderData} reply={actionData} />
		</>
	)
}

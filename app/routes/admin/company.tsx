import { requireMember } from '#app/features/company/admin-context.server.ts'
import type { Route } from './+types/company.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { company } = await requireMember(context, request)
	return { company }
}

/** Company data, imprint and locations. */
export default function CompanyPage({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<title>Unternehmen · Zeitplatz</title>
			<h1>{loaderData.company.name}</h1>
		</>
	)
}

import { data } from 'react-router'
import { loadCreate } from '#app/features/appointments/create-page.server.ts'
import { CreatePage } from '#app/features/appointments/create-page.tsx'
import { submitCreate } from '#app/features/appointments/create.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Route } from './+types/appointment-new.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	return loadCreate(await requireChosenLocation(context, request), Object.fromEntries(url.searchParams))
}

export async function action({ context, request }: Route.ActionArgs) {
	const answer = await submitCreate(await requireChosenLocation(context, request), await readForm(request))
	if ('id' in answer) return redirect(adminPaths.appointment(answer.id))
	return data(answer, { status: answer.free || answer.question ? 200 : 400 })
}

export default function AppointmentNewPage({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Neuer Termin · Zeitplatz</title>
			<h1>Neuer Termin</h1>
			<CreatePage data={loaderData} answer={actionData} />
		</>
	)
}

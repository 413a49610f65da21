import { APPOINTMENT_COLUMNS } from '#app/features/appointments/columns.ts'
import { CUSTOMER_COLUMNS } from '#app/features/customers/columns.ts'
import { locationCookie } from '#app/features/shell/location-choice.server.ts'
import { NEW_COMPANY } from '#app/features/shell/new-company.ts'
import { railCookie } from '#app/features/shell/rail.server.ts'
import { textOf } from '#app/lib/form.ts'
import { columnsCookie } from '#app/lib/kept-columns.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import type { Route } from './+types/start.ts'

/** `/admin` itself only redirects. */
export function loader({ context }: Route.LoaderArgs): Response {
	requireUser(context)
	return redirect(adminPaths.dashboard())
}

/** Saves the state of the frame: the chosen location, whether the side bar is folded, the columns of the table. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
	requireUser(context)
	const form = await readForm(request)
	if (form.get('location') === NEW_COMPANY) return redirect(adminPaths.newCompany())
	const cookie = form.has('spalten')
		? textOf(form, 'spalten') === 'kunden'
			? columnsCookie(form.getAll('spalte'), CUSTOMER_COLUMNS)
			: columnsCookie(form.getAll('spalte'), APPOINTMENT_COLUMNS)
		: form.has('rail')
			? railCookie(textOf(form, 'rail'))
			: locationCookie(textOf(form, 'location'))
	const back = returnPath(textOf(form, 'back'), adminPaths.dashboard())
	return redirect(back, cookie ? { headers: { 'set-cookie': cookie } } : undefined)
}

import { columnsCookie } from '#app/features/appointments/columns.ts'
import { locationCookie } from '#app/features/shell/location-choice.server.ts'
import { railCookie } from '#app/features/shell/rail.server.ts'
import { textOf } from '#app/lib/form.ts'
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
	const cookie = form.has('spalten')
		? columnsCookie(form.getAll('spalte'))
		: form.has('rail')
			? railCookie(textOf(form, 'rail'))
			: locationCookie(textOf(form, 'location'))
	const back = returnPath(textOf(form, 'back'), adminPaths.dashboard())
	return redirect(back, cookie ? { headers: { 'set-cookie': cookie } } : undefined)
}

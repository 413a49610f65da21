import { redirect } from 'react-router'
import { columnsCookie } from '#app/features/appointments/columns.ts'
import { locationCookie } from '#app/features/company/location-choice.server.ts'
import { railCookie } from '#app/features/company/rail.server.ts'
import { textOf } from '#app/lib/form.ts'
import { safePath } from '#app/lib/guard.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import type { Route } from './+types/start.ts'

/** `/admin` itself is only the door. */
export function loader(): Response {
	return redirect(adminPaths.dashboard())
}

/** What the frame keeps: the location of the top bar, whether the rail is folded, the columns of the table. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
	const form = await request.formData()
	const cookie = form.has('spalten')
		? columnsCookie(form.getAll('spalte'))
		: form.has('rail')
			? railCookie(textOf(form, 'rail'))
			: locationCookie(textOf(form, 'location'))
	const back = safePath(textOf(form, 'back')) ?? adminPaths.dashboard()
	return redirect(back, cookie ? { headers: { 'set-cookie': cookie } } : undefined)
}

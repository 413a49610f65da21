import { textOf } from '#app/lib/form.ts'
import { redirect } from 'react-router'
import { locationCookie } from '#app/features/company/location-choice.server.ts'
import { safePath } from '#app/lib/guard.ts'
import { paths } from '#app/lib/paths.ts'
import type { Route } from './+types/start.ts'

/** `/admin` itself is only the door. */
export function loader(): Response {
	return redirect(paths.adminDashboard())
}

/** The location switch of the top bar. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
	const form = await request.formData()
	const cookie = locationCookie(textOf(form, 'location'))
	const back = safePath(textOf(form, 'back')) ?? paths.adminDashboard()
	return redirect(back, cookie ? { headers: { 'set-cookie': cookie } } : undefined)
}

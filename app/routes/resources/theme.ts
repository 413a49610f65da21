import { redirect } from 'react-router'
import { safePath } from '#app/lib/guard.ts'
import { paths } from '#app/lib/paths.ts'
import { themeCookie } from '#app/lib/theme.ts'
import type { Route } from './+types/theme.ts'

/** Switches between the light and the dark theme; a plain form, so that it works without JavaScript. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
	const form = await request.formData()
	const theme = form.get('theme') === 'dark' ? 'dark' : 'light'
	const back = form.get('back')
	const target = safePath(typeof back === 'string' ? back : undefined) ?? paths.home()
	return redirect(target, { headers: { 'set-cookie': themeCookie(theme) } })
}

export function loader(): Response {
	return redirect(paths.home())
}

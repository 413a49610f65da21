import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { returnPath } from '#app/lib/return-path.ts'
import { themeCookie } from '#app/lib/theme.ts'
import type { Route } from './+types/theme.ts'

/** Switches between the light and the dark theme; a plain form, so that it works without JavaScript. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
	const form = await readForm(request)
	const theme = form.get('theme') === 'dark' ? 'dark' : 'light'
	return redirect(returnPath(form.get('back'), paths.home()), { headers: { 'set-cookie': themeCookie(theme) } })
}

export function loader(): Response {
	return redirect(paths.home())
}

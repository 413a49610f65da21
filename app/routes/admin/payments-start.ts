import { requireManager } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import type { Route } from './+types/payments-start.ts'

/** `/admin/payment` itself only redirects. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
	await requireManager(context, request)
	return redirect(adminPaths.payments())
}

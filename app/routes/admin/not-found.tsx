import { data } from 'react-router'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import type { Route } from './+types/not-found.ts'

/** Handles every address of the admin area that no other route knows, within the frame. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<never> {
	await requireMember(context, request)
	throw data('Page Not Found', { status: 404 })
}

export default function AdminNotFound(): null {
	return null
}

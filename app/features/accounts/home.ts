import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'

/** The first page after signing in: the admin area for people who registered a business, otherwise their bookings. */
export const homeOf = (metadata: { company_name?: unknown } | null | undefined): string =>
	metadata?.company_name ? adminPaths.dashboard() : paths.profile()

import { adminPaths } from '#app/lib/admin-paths.ts'
import { paths } from '#app/lib/paths.ts'

/** Where somebody's own pages begin: with the business they registered, or with what they booked. */
export const homeOf = (metadata: { company_name?: unknown } | null | undefined): string =>
	metadata?.company_name ? adminPaths.dashboard() : paths.profile()

import type { MemberContext } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { redirect } from '#app/lib/redirect.ts'

/**
 * The location that the steps are about: the first draft of a company that has nothing online yet, null before it is made; or, once it is
 * online, the chosen one, to show its link. Anybody else is sent to the page of the location. @throws Response
 */
export function toSetUp({ role, location, locations }: Pick<MemberContext, 'role' | 'location' | 'locations'>) {
	if (location?.state === 'published') return location
	if (isFirst({ role, locations })) return locations.find(({ archived }) => !archived) ?? null
	throw redirect(location ? adminPaths.location(location.id) : adminPaths.dashboard())
}

/** Whether the steps are for this member: the owner of a company that has only drafts. */
export function isFirst({ role, locations }: Pick<MemberContext, 'role' | 'locations'>): boolean {
	return role === 'owner' && locations.every(({ state }) => state === 'draft')
}

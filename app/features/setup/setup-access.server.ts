import type { MemberContext } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { redirect } from '#app/lib/redirect.ts'

/**
 * The location that the steps are about: the first draft of a company that has nothing online yet, null before it is made. Anybody else
 * is sent to the page of the chosen location; to its link once it is online. @throws Response
 */
export function toSetUp({ role, location, locations }: Pick<MemberContext, 'role' | 'location' | 'locations'>) {
	if (isFirst({ role, locations })) return locations.find(({ archived }) => !archived) ?? null
	if (!location) throw redirect(adminPaths.dashboard())
	throw redirect((location.state === 'published' ? adminPaths.share : adminPaths.location)(location.id))
}

/** Whether the steps are for this member: the owner of a company that has only drafts. */
export function isFirst({ role, locations }: Pick<MemberContext, 'role' | 'locations'>): boolean {
	return role === 'owner' && locations.every(({ state }) => state === 'draft')
}

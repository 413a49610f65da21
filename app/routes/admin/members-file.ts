import { calendarName, factorWords } from '#app/features/members/member-words.ts'
import { ROLE_NAMES } from '#app/features/members/members.ts'
import { readMemberFilters, sortedMembers } from '#app/features/members/members.list.ts'
import { loadMembersPage } from '#app/features/members/members.server.ts'
import { requireManager, requireRight } from '#app/features/shell/admin-context.server.ts'
import { csvFile, csvOf } from '#app/lib/csv.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import type { Route } from './+types/members-file.ts'

const HEAD = ['Name', 'E-Mail', 'Rolle', 'Kalender', 'Zwei-Faktor-Anmeldung']

/** A file with all members that match the filters in the address. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	await requireRight(context, request, 'export')
	const member = await requireManager(context, request)
	const now = new Date()
	const { members, calendars } = await loadMembersPage(member, now)
	const lines = sortedMembers(members, readMemberFilters(url.searchParams)).map((row) => [
		...[row.name, row.email, ROLE_NAMES[row.role]],
		calendars
			.filter((calendar) => calendar.member === row.id)
			.map(calendarName)
			.join(', '),
		row.secondFactor === null ? '' : factorWords(row.secondFactor),
	])
	const today = localDate(now, member.location?.time_zone ?? HOME_ZONE)
	return csvFile(`Mitglieder-${today}`, csvOf([HEAD, ...lines]))
}

import { messageName } from '#app/features/appointments/texts.ts'
import { readMessageFilters } from '#app/features/messages/filters.ts'
import { loadAllMessages } from '#app/features/messages/messages.queries.server.ts'
import { CHANNEL_NAMES, reasonOf, STATE_WORDS } from '#app/features/messages/words.ts'
import { requireRight } from '#app/features/shell/admin-context.server.ts'
import { dateText } from '#app/lib/calendar-date.ts'
import { csvFile, csvOf } from '#app/lib/csv.ts'
import { localDate, localTime } from '#app/lib/dates.ts'
import type { Route } from './+types/messages-file.ts'
import { requireMessageReader } from './message-member.server.ts'

const HEAD = ['Tag', 'Zeit', 'Nachricht', 'Name', 'An', 'Weg', 'Stand', 'Warum', 'Termin am']

/** A file with all messages that match the filters in the address; wall times of the chosen location. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
	await requireRight(context, request, 'export')
	const { client, company, zone } = await requireMessageReader(context, request)
	const today = localDate(new Date(), zone)
	const rows = await loadAllMessages(client, company, zone, readMessageFilters(url.searchParams, today))
	const day = (at: string | null): string => (at ? dateText(localDate(at, zone)) : '')
	const lines = rows.map((row) => [
		...[day(row.sent_at ?? row.created_at), localTime(row.sent_at ?? row.created_at, zone)],
		...[
			messageName(row.kind, row.audience),
			row.name,
			row.recipient || 'nicht sichtbar',
			CHANNEL_NAMES[row.channel] ?? row.channel,
		],
		...[STATE_WORDS[row.state], reasonOf(row), day(row.starts_at)],
	])
	return csvFile(`Nachrichten-${today}`, csvOf([HEAD, ...lines]))
}

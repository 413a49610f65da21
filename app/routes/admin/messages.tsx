import {
	KINDS,
	type MessageFilters,
	messageQuery,
	PAGE_SIZE,
	readMessageFilters,
	STATES,
} from '#app/features/messages/filters.ts'
import { MessageList } from '#app/features/messages/message-list.tsx'
import { loadMessages } from '#app/features/messages/messages.queries.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { localDate } from '#app/lib/dates.ts'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EnterAppointment } from '#app/ui/enter-appointment.tsx'
import { listDays } from '#app/lib/list-days.ts'
import { DateRange } from '#app/ui/date-range.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Found } from '#app/ui/found.tsx'
import { Pages } from '#app/ui/pages.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { useSeesContacts } from '#app/ui/contact-data.tsx'
import type { Route } from './+types/messages.ts'
import styles from './appointments.module.css'
import { requireMessageReader } from './message-member.server.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, company, location, rights, mayManage, zone } = await requireMessageReader(context, request)
	const now = new Date()
	const today = localDate(now, zone)
	const filters = readMessageFilters(url.searchParams, today)
	const list = await loadMessages(client, company, zone, filters)
	requireExistingPage({
		...{ page: filters.page, total: list.total, size: PAGE_SIZE },
		hrefFor: (page) => adminPaths.messages(messageQuery(filters, page)),
	})
	const days = listDays(url.searchParams, filters, today)
	return {
		...list,
		...{ filters, days, today, zone, location: location?.id, mayManage },
		now: now.toISOString(),
		mayExport: rights.includes('export'),
	}
}

/** What the business and its customers were written, and what became of it. */
export default function MessagesPage({ loaderData }: Route.ComponentProps) {
	const { rows, total, more, filters, zone, now, location, mayExport } = loaderData
	const { text, state, kind, from, to } = filters
	const filtered = Boolean(text || state || kind || from || to)
	const hrefFor = (asked: Partial<MessageFilters>, page = 1): string =>
		adminPaths.messages(messageQuery({ ...filters, ...asked }, page))
	return (
		<>
			<title>Nachrichten · Zeitplatz</title>
			<h1 className={styles.title}>Nachrichten</h1>
			{rows.length > 0 || filtered ? (
				<>
					<Search {...loaderData} />
					<Found
						{...{ total, more }}
						names={['Nachricht', 'Nachrichten']}
						clear={filtered ? { to: adminPaths.messages(), label: 'Filter löschen' } : undefined}
					>
						{rows.length > 0 && mayExport ? (
							<a href={adminPaths.messagesFile(messageQuery(filters, 1))} download>
								Als CSV-Datei
							</a>
						) : null}
					</Found>
				</>
			) : null}
			{rows.length > 0 ? (
				<MessageList
					messages={rows}
					zone={zone}
					now={now}
					location={location}
					sorting={{
						by: filters.oldest ? 'zeit' : '-zeit',
						hrefFor: (by) => hrefFor({ oldest: by === 'zeit' }),
					}}
				/>
			) : filtered ? (
				<EmptyState
					icon="search"
					what="Keine Nachricht passt zu dieser Auswahl."
					action={
						<ButtonLink to={adminPaths.messages()} kind="secondary">
							Alle Nachrichten zeigen
						</ButtonLink>
					}
				/>
			) : (
				<EmptyState
					icon="mail"
					what="Noch keine Nachrichten."
					how="Wird ein Termin gebucht, verschoben oder abgesagt, steht hier, wer davon eine E-Mail bekam."
					action={<EnterAppointment />}
				/>
			)}
			<Pages
				page={filters.page}
				pages={Math.ceil(total / PAGE_SIZE) + Number(more)}
				hrefFor={(page) => hrefFor({}, page)}
			/>
		</>
	)
}

function Search({ filters, days, today, mayManage }: Route.ComponentProps['loaderData']) {
	const sees = useSeesContacts()
	// Invitations are the managers' business.
	const kinds = Object.entries(KINDS).filter(([word]) => mayManage || word !== 'einladung')
	return (
		<div className={styles.search}>
			<SearchForm
				action={adminPaths.messages()}
				label={sees ? 'Name, Telefon oder E-Mail' : 'Name'}
				text={filters.text}
				className={styles.filters}
				fieldClass={styles.text}
				shown={JSON.stringify([filters.state, filters.kind, days])}
			>
				{filters.oldest ? <input type="hidden" name="sortierung" value="zeit" /> : null}
				<SelectField label="Stand" name="stand" defaultValue={filters.state} required={false}>
					<option value="">Alle</option>
					<Options choices={Object.entries(STATES)} />
				</SelectField>
				<SelectField label="Art" name="art" defaultValue={filters.kind} required={false}>
					<option value="">Alle</option>
					<Options choices={kinds} />
				</SelectField>
				<DateRange {...{ days, today }} />
			</SearchForm>
		</div>
	)
}

function Options({ choices }: { choices: [word: string, { label: string }][] }) {
	return choices.map(([word, { label }]) => (
		<option key={word} value={word}>
			{label}
		</option>
	))
}

import { loadReceived, PAGE_SIZE } from '#app/features/reviews/received.queries.server.ts'
import { ReceivedList } from '#app/features/reviews/received-list.tsx'
import { replySchema, replyToReview } from '#app/features/reviews/reply.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { readPage } from '#app/lib/page-number.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SavedMessage } from '#app/ui/form-parts.tsx'
import { Pages } from '#app/ui/pages.tsx'
import styles from '#app/ui/panel.module.css'
import { Views } from '#app/ui/tabs.tsx'
import type { Route } from './+types/reviews.ts'
import { requireChosenLocation } from './appointment-member.server.ts'

const OPEN = 'ohne-antwort'
const readFilters = (query: URLSearchParams) => ({
	open: query.get('nur') === OPEN,
	page: readPage(query.get('seite')),
})
const hrefOf = ({ open, page = 1 }: { open: boolean; page?: number }): string =>
	adminPaths.reviews({ nur: open ? OPEN : undefined, seite: page > 1 ? String(page) : undefined })

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, location, mayManage } = await requireChosenLocation(context, request)
	const filters = readFilters(url.searchParams)
	const { rows, total } = await loadReceived(client, location, filters)
	requireExistingPage({
		...{ page: filters.page, total, size: PAGE_SIZE },
		hrefFor: (page) => hrefOf({ ...filters, page }),
	})
	return { ...filters, rows, pages: Math.ceil(total / PAGE_SIZE), mayManage }
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { client } = await requireChosenLocation(context, request)
	const form = await readForm(request)
	return submit(form, replySchema, hrefOf(readFilters(url.searchParams)), (value) => replyToReview(client, value))
}

/** What customers wrote about the chosen location; managers answer. */
export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { open, page, rows, pages, mayManage } = loaderData
	return (
		<>
			<title>Bewertungen · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Bewertungen</h1>
				<a href={paths.reviewRules()}>Wie Bewertungen entstehen</a>
			</div>
			<SavedMessage refusal={actionData} />
			<Views
				label="Auswahl"
				current={hrefOf({ open })}
				tabs={[
					{ to: hrefOf({ open: false }), label: 'Alle' },
					{ to: hrefOf({ open: true }), label: 'Ohne Antwort' },
				]}
			/>
			{rows.length > 0 ? (
				<ReceivedList reviews={rows} mayReply={mayManage} refusal={actionData} />
			) : (
				<EmptyState
					icon={open ? 'done' : 'star'}
					what={open ? 'Alle Bewertungen sind beantwortet.' : 'Noch keine Bewertungen.'}
					how="Wer einen Termin wahrgenommen hat, kann ihn über den Link der Buchung oder unter „Meine Termine“ bewerten."
				/>
			)}
			<Pages page={page} pages={pages} hrefFor={(to) => hrefOf({ open, page: to })} />
		</>
	)
}

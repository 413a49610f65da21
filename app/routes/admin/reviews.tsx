import {
	PAGE_SIZE,
	readReviewFilters,
	type ReviewFilters,
	reviewsHref,
	STAR_WORDS,
	STARS,
} from '#app/features/reviews/filters.ts'
import { loadReceived } from '#app/features/reviews/received.queries.server.ts'
import { ReceivedList } from '#app/features/reviews/received-list.tsx'
import { replySchema, replyToReview } from '#app/features/reviews/reply.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { requireExistingPage } from '#app/lib/existing-page.server.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SavedMessage } from '#app/ui/form-parts.tsx'
import { Found } from '#app/ui/found.tsx'
import { Pages } from '#app/ui/pages.tsx'
import styles from '#app/ui/panel.module.css'
import { SearchForm } from '#app/ui/search-form.tsx'
import { Views } from '#app/ui/tabs.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/reviews.ts'
import { requireChosenLocation } from './appointment-member.server.ts'
import lists from './appointments.module.css'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { client, location, mayManage } = await requireChosenLocation(context, request)
	const filters = readReviewFilters(url.searchParams)
	const { rows, total } = await loadReceived(client, location, filters)
	requireExistingPage({
		...{ page: filters.page, total, size: PAGE_SIZE },
		hrefFor: (page) => reviewsHref(filters, page),
	})
	return { filters, rows, total, mayManage, site: paths.listing(location.slug) }
}

export async function action({ context, request, url }: Route.ActionArgs) {
	const { client } = await requireChosenLocation(context, request)
	const form = await readForm(request)
	const filters = readReviewFilters(url.searchParams)
	return submit(form, replySchema, reviewsHref(filters, filters.page), (value) => replyToReview(client, value))
}

/** What customers wrote about the chosen location; managers answer. */
export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
	const { filters, rows, total, mayManage, site } = loaderData
	const { text, stars, open, page } = filters
	const narrowed = Boolean(text || stars)
	const hrefFor = (asked: Partial<ReviewFilters>): string => reviewsHref({ ...filters, ...asked })
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
				current={hrefFor({})}
				tabs={[
					{ to: hrefFor({ open: false }), label: 'Alle' },
					{ to: hrefFor({ open: true }), label: 'Ohne Antwort' },
				]}
			/>
			{rows.length > 0 || narrowed ? (
				<>
					<Search {...filters} />
					<Found
						total={total}
						names={['Bewertung', 'Bewertungen']}
						clear={narrowed ? { to: hrefFor({ text: '', stars: '' }), label: 'Filter löschen' } : undefined}
					/>
				</>
			) : null}
			{rows.length > 0 ? (
				<ReceivedList reviews={rows} mayReply={mayManage} refusal={actionData} />
			) : narrowed ? (
				<EmptyState
					icon="search"
					what="Keine Bewertung passt zu dieser Auswahl."
					action={
						<ButtonLink to={adminPaths.reviews()} kind="secondary">
							Alle Bewertungen zeigen
						</ButtonLink>
					}
				/>
			) : (
				<EmptyState
					icon={open ? 'done' : 'star'}
					what={open ? 'Alle Bewertungen sind beantwortet.' : 'Noch keine Bewertungen.'}
					how="Wer einen Termin wahrgenommen hat, kann ihn über den Link der Buchung oder unter „Meine Termine“ bewerten."
					action={
						<ButtonLink to={open ? adminPaths.reviews() : site} kind="secondary">
							{open ? 'Alle Bewertungen zeigen' : 'Ihre Seite ansehen'}
						</ButtonLink>
					}
				/>
			)}
			<Pages page={page} pages={Math.ceil(total / PAGE_SIZE)} hrefFor={(to) => reviewsHref(filters, to)} />
		</>
	)
}

function Search({ text, stars, open }: ReviewFilters) {
	return (
		<div className={lists.search}>
			<SearchForm
				action={adminPaths.reviews()}
				label="Name oder Wort aus der Bewertung"
				text={text}
				className={lists.filters}
				fieldClass={lists.text}
				shown={`${stars} ${open}`}
			>
				{open ? <input type="hidden" name="nur" value="ohne-antwort" /> : null}
				<SelectField label="Sterne" name="sterne" defaultValue={stars} required={false}>
					<option value="">Alle</option>
					{STAR_WORDS.map((word) => (
						<option key={word} value={word}>
							{STARS[word].label}
						</option>
					))}
				</SelectField>
			</SearchForm>
		</div>
	)
}

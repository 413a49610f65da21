import { useEffect } from 'react'
import { data, Link } from 'react-router'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { ListingCard } from '#app/features/catalogue/listing-card.tsx'
import { FavouriteList } from '#app/features/favourites/favourite-list.tsx'
import { changeFavourites, loadFavourites } from '#app/features/favourites/favourites.server.ts'
import styles from '#app/features/favourites/favourites.module.css'
import { paths } from '#app/lib/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Failure, Notice } from '#app/ui/notice.tsx'
import { noteKept } from '#app/ui/kept-places.ts'
import type { Route } from './+types/favourites.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	return data(await loadFavourites(context, request), { headers: PRIVATE_PAGE })
}

export async function action({ context, request }: Route.ActionArgs) {
	return data(await changeFavourites(context, request), { status: 400 })
}

export const headers = (): HeadersInit => PRIVATE_PAGE

/** The businesses that somebody wants to find again, with their next free times. */
export default function Favourites({ loaderData, actionData }: Route.ComponentProps) {
	const { cards, away, here, signedIn, inBrowser } = loaderData
	useEffect(() => noteKept(inBrowser), [inBrowser])
	return (
		<div className={styles.page}>
			<title>Merkliste · Zeitplatz</title>
			<meta name="robots" content="noindex" />
			<h1>Merkliste</h1>
			<Failure message={actionData?.message} />
			{here > 0 ? (
				<Notice kind="info">
					<form method="post" action={paths.favourites()}>
						<p>
							In diesem Browser {here === 1 ? 'ist ein weiterer Betrieb' : `sind ${here} weitere Betriebe`} ohne Konto
							gemerkt.
						</p>
						<Button kind="secondary" name="was" value="uebernehmen">
							Ins Konto übernehmen
						</Button>{' '}
						<Button kind="plain" name="was" value="vergessen">
							Hier vergessen
						</Button>
					</form>
				</Notice>
			) : null}
			{cards.length > 0 ? (
				<FavouriteList
					kept={cards.map((card) => ({
						id: card.id,
						name: card.name,
						card: <ListingCard card={card} upright plain />,
					}))}
				/>
			) : (
				<EmptyState
					icon="star"
					what="Noch nichts gemerkt"
					how="Auf der Seite eines Betriebs merken Sie ihn sich mit „Merken“ und finden ihn hier mit seinen nächsten freien Zeiten wieder."
					action={<ButtonLink to={paths.listings()}>Termine suchen</ButtonLink>}
				/>
			)}
			{away > 0 ? (
				<p>
					{away === 1 ? 'Ein gemerkter Betrieb nimmt' : `${away} gemerkte Betriebe nehmen`} hier zurzeit keine Termine
					an.
				</p>
			) : null}
			{signedIn || cards.length === 0 ? null : (
				<p>
					Diese Liste merkt sich nur dieser Browser. <Link to={paths.login()}>Melden Sie sich an</Link>, um sie überall
					zu haben.
				</p>
			)}
		</div>
	)
}

import type { Route } from './+types/home.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { sessionOf } from '#app/lib/session.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
	const { client } = sessionOf(context)
	const categories = invariantData(
		await client.from('categories').select('slug, name').is('parent_id', null).order('position'),
	)
	return { categories }
}

export default function Home({ loaderData }: Route.ComponentProps) {
	return (
		<>
			<title>Zeitplatz: freie Termine finden und buchen</title>
			<h1>Freie Termine finden und ohne Konto buchen</h1>
			<ul>
				{loaderData.categories.map((category: { slug: string; name: string }) => (
					<li key={category.slug}>{category.name}</li>
				))}
			</ul>
		</>
	)
}

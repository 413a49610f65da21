import styles from '#app/features/operator/frame.module.css'
import { companiesContract } from '#app/features/operator/operator.contracts.ts'
import { readAsOperator } from '#app/features/operator/operator.server.ts'
import { COMPANY_STATES } from '#app/features/operator/words.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { List } from '#app/ui/list.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import { Views } from '#app/ui/tabs.tsx'
import type { Route } from './+types/companies.ts'

/** The words of the address beside those of `operator_companies`. */
const ONLY: Record<string, string> = { gesperrt: 'suspended', steuerdaten: 'tax_gaps' }

export async function loader({ context, url }: Route.LoaderArgs) {
	const words = (url.searchParams.get('suche') ?? '').trim()
	const view = url.searchParams.get('nur') ?? ''
	const args = { p_words: words, p_only: ONLY[view] ?? '' }
	const rows = await readAsOperator(context, 'operator_companies', companiesContract, args)
	return { words, view: view in ONLY ? view : '', rows }
}

/** Companies, found by name, town or address; fifty at most. */
export default function Companies({ loaderData: { words, view, rows } }: Route.ComponentProps) {
	const to = (nur?: string) => operatorPaths.companies({ nur, suche: words || undefined })
	return (
		<>
			<title>Unternehmen · Zeitplatz</title>
			<h1>Unternehmen</h1>
			<SearchForm
				action={operatorPaths.companies()}
				label="Name, Ort oder Adresse"
				text={words}
				className={styles.search}
				fieldClass={styles.words}
			>
				{view ? <input type="hidden" name="nur" value={view} /> : null}
			</SearchForm>
			<Views
				label="Welche"
				tabs={[
					{ to: to(), label: 'Alle' },
					{ to: to('gesperrt'), label: 'Gesperrt' },
					{ to: to('steuerdaten'), label: 'Online ohne Steuerdaten' },
				]}
				current={to(view || undefined)}
			/>
			{rows.length > 0 ? (
				<List
					label="Unternehmen"
					rows={rows}
					idOf={({ id }) => id}
					nameOf={({ name }) => name}
					hrefFor={operatorPaths.company}
					columns={[
						{ name: 'name', label: 'Name', place: 'title', show: ({ name }) => name },
						{ name: 'ort', label: 'Ort', place: 'lead', show: ({ city }) => city },
						{
							...{ name: 'standorte', label: 'Standorte online', named: true, look: 'figures' },
							show: ({ locations, published }) => `${published} von ${locations}`,
						},
						{
							...{ name: 'meldungen', label: 'Offene Meldungen', named: true, look: 'figures' },
							show: ({ open_reports: open }) => String(open),
						},
						{
							...{ name: 'steuer', label: 'Steuerdaten', named: true },
							show: ({ tax_missing: missing }) => (missing === 0 ? 'vollständig' : 'unvollständig'),
						},
						{
							...{ name: 'stand', label: 'Stand', place: 'corner' },
							show: stateOf,
						},
					]}
				/>
			) : (
				<EmptyState icon="search" what="Kein Unternehmen passt dazu." />
			)}
			{rows.length === 50 ? <p className={styles.soft}>Die ersten fünfzig. Bitte suchen Sie genauer.</p> : null}
		</>
	)
}

function stateOf({ state }: { state: keyof typeof COMPANY_STATES }) {
	return <Badge kind={state === 'active' ? 'good' : 'bad'}>{COMPANY_STATES[state]}</Badge>
}

import styles from '#app/features/operator/frame.module.css'
import { readAsOperator } from '#app/features/operator/operator.server.ts'
import { readPage } from '#app/features/operator/page.ts'
import { type PartnerRow, partnersContract } from '#app/features/operator/partners.contracts.ts'
import { StepPages } from '#app/features/operator/step-pages.tsx'
import { PARTNER_STATES, shownCode } from '#app/features/partners/words.ts'
import { formatPrice } from '#app/lib/money.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { List } from '#app/ui/list.tsx'
import { SearchForm } from '#app/ui/search-form.tsx'
import { Stat, Stats } from '#app/ui/stat.tsx'
import type { Route } from './+types/partners.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const words = (url.searchParams.get('suche') ?? '').trim()
	const page = readPage(url)
	const args = { p_words: words, p_page: page }
	return { words, page, ...(await readAsOperator(context, 'operator_partners', partnersContract, args)) }
}

/** Who recommends the platform, those first to whom something is owed. */
export default function Partners({ loaderData }: Route.ComponentProps) {
	const { words, page, partners, pending, earned, owed_cents: owed, more, rows } = loaderData
	return (
		<>
			<title>Partner · Zeitplatz</title>
			<h1>Partner</h1>
			<Stats>
				<Stat name="machen mit" value={String(partners)} />
				<Stat name="Empfehlungen offen" value={String(pending)} />
				<Stat name="auszuzahlen" value={String(earned)} />
				<Stat name="zusammen" value={formatPrice(owed)} />
			</Stats>
			<SearchForm
				action={operatorPaths.partners()}
				label="Code oder Unternehmen"
				text={words}
				className={styles.search}
				fieldClass={styles.words}
			/>
			{rows.length > 0 ? (
				<List
					label="Partner"
					rows={rows}
					idOf={({ id }) => id}
					nameOf={({ code }) => shownCode(code)}
					hrefFor={operatorPaths.partner}
					columns={[
						{ name: 'code', label: 'Code', place: 'title', show: ({ code }) => shownCode(code) },
						{
							...{ name: 'wer', label: 'Wer', place: 'lead' },
							show: ({ company, gone }) => company ?? (gone ? 'Konto gelöscht' : 'Person'),
						},
						{
							...{ name: 'geoeffnet', label: 'Link geöffnet', named: true, look: 'figures' },
							show: ({ visits }) => String(visits),
						},
						{
							...{ name: 'offen', label: 'Offen', named: true, look: 'figures' },
							show: (row) => String(row.pending),
						},
						{
							...{ name: 'verdient', label: 'Auszuzahlen', named: true, look: 'figures' },
							show: (row) => String(row.earned),
						},
						{
							...{ name: 'ausgezahlt', label: 'Ausgezahlt', named: true, look: 'figures' },
							show: ({ paid }) => String(paid),
						},
						{
							...{ name: 'stand', label: 'Stand', place: 'corner' },
							show: stateOf,
						},
					]}
				/>
			) : (
				<EmptyState icon="search" what="Kein Partner passt dazu." />
			)}
			<StepPages
				page={page}
				more={more}
				hrefFor={(number) => operatorPaths.partners({ suche: words || undefined, seite: String(number) })}
			/>
		</>
	)
}

function stateOf({ state }: PartnerRow) {
	return (
		<Badge kind={state === 'active' ? 'good' : state === 'suspended' ? 'bad' : 'quiet'}>{PARTNER_STATES[state]}</Badge>
	)
}

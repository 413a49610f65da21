import { KINDS, MEASURES, timeOf } from '#app/features/decisions/words.ts'
import { missingLabels } from '#app/features/tax-data/tax-data.ts'
import { paths } from '#app/lib/paths.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import styles from './frame.module.css'
import type { CompanyDetail } from './operator.contracts.ts'
import { COMPANY_STATES } from './words.ts'

/** What everybody may know of a company, what is missing of its tax data, and what was decided about it. */
export function CompanyFacts({ company }: { company: CompanyDetail }) {
	const { here, elsewhere } = missingLabels(company.tax_missing)
	return (
		<>
			<Panel title="Angaben">
				<Facts
					facts={[
						['Stand', COMPANY_STATES[company.state]],
						['Rechtlicher Name', company.legal_name],
						['Ort', company.city],
						['Angelegt', timeOf(company.created_at)],
						['Was an Steuerdaten fehlt', [...here, ...elsewhere].join(', ') || 'nichts'],
					]}
				/>
			</Panel>
			<Panel title="Standorte">
				{company.locations.length > 0 ? (
					<ul className={styles.list}>
						{company.locations.map((place) => (
							<li key={place.id}>
								{place.state === 'published' && company.state === 'active' ? (
									<a href={paths.listing(place.slug)}>{place.name}</a>
								) : (
									place.name
								)}
								{place.paused ? ', von uns pausiert' : place.state === 'published' ? '' : ', nicht veröffentlicht'}
							</li>
						))}
					</ul>
				) : (
					<p>Noch keine.</p>
				)}
			</Panel>
			<Panel title="Entscheidungen">
				{company.decisions.length > 0 ? (
					<ul className={styles.list}>
						{company.decisions.map((made) => (
							<li key={`${made.told_at} ${made.measure}`}>
								<b>
									{KINDS[made.kind]}: {MEASURES[made.measure]}
								</b>
								<div className={styles.soft}>{timeOf(made.told_at)}</div>
								{made.facts}
							</li>
						))}
					</ul>
				) : (
					<p>Bisher keine.</p>
				)}
			</Panel>
		</>
	)
}

import { Link } from 'react-router'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { ChangesPanel } from '#app/features/tax-data/changes-panel.tsx'
import { countries } from '#app/features/tax-data/countries.server.ts'
import {
	loadMissingTaxData,
	loadTaxData,
	loadTaxDataChanges,
	saveTaxData,
} from '#app/features/tax-data/tax-data.server.ts'
import { missingLabels } from '#app/features/tax-data/tax-data.ts'
import { TaxDataForm } from '#app/features/tax-data/tax-data-form.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Panel, replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/tax-data.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client, company } = await requireOwner(context, request)
	const [kept, missing, changes] = await Promise.all([
		loadTaxData(client, company.id),
		loadMissingTaxData(client, company.id),
		loadTaxDataChanges(client, company.id),
	])
	return { kept, missing: kept ? missing : [], changes, countries: countries() }
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, company } = await requireOwner(context, request)
	return saveTaxData(client, company.id, await readForm(request))
}

/** Reloads after a refusal too, because somebody else may have saved, and the page then shows what. */
export const shouldRevalidate = () => true

/** What the platform has to report about a business; for owners. */
export default function TaxDataPage({ loaderData, actionData }: Route.ComponentProps) {
	const { kept, missing, changes } = loaderData
	const { here, elsewhere } = missingLabels(missing)
	return (
		<>
			<title>Steuerdaten · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Steuerdaten</h1>
				<Link to={adminPaths.settings()}>Alle Einstellungen</Link>
			</div>
			<div className={styles.stack}>
				<SavedMessage refusal={actionData} />
				{missing.length > 0 ? (
					<Notice title="Es fehlen noch Angaben">
						{here.length > 0 ? <p>Hier: {here.join(', ')}.</p> : null}
						{elsewhere.length > 0 ? (
							<p>
								Unter <Link to={adminPaths.company()}>Unternehmen und Impressum</Link>: {elsewhere.join(', ')}.
							</p>
						) : null}
					</Notice>
				) : null}
				<Panel title="Angaben für das Finanzamt">
					<p className={styles.soft}>
						Das Plattformen-Steuertransparenzgesetz verpflichtet uns, diese Angaben zu erheben und einmal im Jahr mit
						Ihren Umsätzen über Zeitplatz dem Bundeszentralamt für Steuern zu melden. Nur Inhaber:innen sehen sie.
					</p>
					<TaxDataForm kept={kept} countries={loaderData.countries} reply={replyTo(actionData, 'tax-data')} />
				</Panel>
				<ChangesPanel changes={changes} />
			</div>
		</>
	)
}

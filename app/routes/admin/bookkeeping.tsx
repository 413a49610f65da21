import { Form, Link } from 'react-router'
import { BookkeepingForm } from '#app/features/bookkeeping/bookkeeping-form.tsx'
import { loadBookkeeping, saveBookkeeping } from '#app/features/bookkeeping/bookkeeping.server.ts'
import { monthText, recentMonths } from '#app/features/bookkeeping/bookkeeping.ts'
import { loadPayingTest } from '#app/features/bookkeeping/bookings.server.ts'
import { requireOwner } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel, replyTo, SavedMessage, Tick } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { SelectField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/bookkeeping.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client, company } = await requireOwner(context, request)
	const [kept, tests] = await Promise.all([loadBookkeeping(client, company.id), loadPayingTest(client, company.id)])
	return {
		...{ kept, tests, smallBusiness: company.small_business },
		months: recentMonths(localDate(new Date(), HOME_ZONE)).map((month) => ({ month, name: monthText(month) })),
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, company } = await requireOwner(context, request)
	return saveBookkeeping(client, company.id, await readForm(request))
}

/** Reloads after a refusal too, because somebody else may have saved, and the page then shows what. */
export const shouldRevalidate = () => true

/** Bookings for the tax adviser; for owners. */
export default function BookkeepingPage({ loaderData, actionData }: Route.ComponentProps) {
	const { kept, smallBusiness } = loaderData
	return (
		<>
			<title>Steuerberater · Zeitplatz</title>
			<div className={styles.head}>
				<h1>Steuerberater</h1>
				<Link to={adminPaths.settings()}>Alle Einstellungen</Link>
			</div>
			<div className={styles.stack}>
				<SavedMessage refusal={actionData} />
				<Panel title="Buchungen für DATEV">
					<Download {...loaderData} ready={Boolean(kept?.consultant && kept.client)} />
				</Panel>
				<Panel title="Nummern und Konten">
					<p className={styles.soft}>
						Fragen Sie Ihre Steuerberatung nach diesen Angaben. Anzahlungen stehen auf einem Konto ohne automatische
						Umsatzsteuer.
					</p>
					<BookkeepingForm kept={kept} smallBusiness={smallBusiness} reply={replyTo(actionData, 'bookkeeping')} />
				</Panel>
			</div>
		</>
	)
}

type DownloadProps = { months: { month: string; name: string }[]; tests: boolean; ready: boolean }

function Download({ months, tests, ready }: DownloadProps) {
	if (!ready) return <p>Tragen Sie unten die Berater- und die Mandantennummer ein. Danach laden Sie hier die Datei.</p>
	return (
		<Form action={adminPaths.bookkeepingFile({})} reloadDocument className={styles.form}>
			<p className={`${styles.soft} ${styles.full}`}>
				Alle Online-Zahlungen, Erstattungen und Gebühren eines Monats. Was vor Ort bezahlt wurde, steht in Ihrer Kasse.
			</p>
			<SelectField name="monat" label="Monat" defaultValue={months[1]?.month}>
				{months.map(({ month, name }) => (
					<option key={month} value={month}>
						{name}
					</option>
				))}
			</SelectField>
			{tests ? (
				<div className={styles.full}>
					<Tick name="test" label="Auch Testzahlungen, mit TEST gekennzeichnet" checked={false} />
				</div>
			) : null}
			<Button className={styles.send}>Datei herunterladen</Button>
		</Form>
	)
}

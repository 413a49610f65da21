import { data, Form, Link } from 'react-router'
import { BackToCustomers } from '#app/features/customers/customer-head.tsx'
import { loadImports, requireImporter, storeFile } from '#app/features/customers/import.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { formatDate, HOME_ZONE } from '#app/lib/dates.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import panel from '#app/ui/panel.module.css'
import type { Route } from './+types/customers-imports.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client, company, location } = await requireImporter(context, request)
	return { imports: await loadImports(client, company), zone: location?.time_zone ?? HOME_ZONE }
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, company } = await requireImporter(context, request)
	const file = (await readForm(request)).get('file')
	if (!(file instanceof File) || file.size === 0)
		return data({ fault: 'Bitte wählen Sie eine Datei.' }, { status: 400 })
	const stored = await storeFile(client, company, file)
	if ('fault' in stored) return data({ fault: stored.fault }, { status: 400 })
	return redirect(adminPaths.import(stored.id))
}

/** Taking over customers from a file: the file, and earlier imports. */
export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
	const { imports, zone } = loaderData
	return (
		<>
			<title>Kund:innen importieren · Zeitplatz</title>
			<BackToCustomers />
			<div className={panel.head}>
				<h1>Kund:innen importieren</h1>
			</div>
			<div className={panel.stack}>
				<Panel title="Datei wählen">
					<p className={panel.soft}>
						So gut wie jedes Programm schreibt CSV-Dateien: „Exportieren“ oder „Speichern unter … CSV“. Was in welcher
						Spalte steht, prüfen Sie im nächsten Schritt; bis dahin wird nichts übernommen.
					</p>
					<Form method="post" encType="multipart/form-data" className={panel.form} noValidate>
						<TextField
							label="CSV-Datei"
							name="file"
							type="file"
							accept=".csv,.txt,.tsv,text/csv,text/plain"
							hint="Mit Überschriften in der ersten Zeile, bis 10 MB und 50.000 Zeilen"
							error={actionData?.fault}
						/>
						<Button className={panel.send}>Datei einlesen</Button>
					</Form>
				</Panel>
				{imports.length > 0 ? (
					<Panel title="Bisherige Importe">
						<ul className={panel.list}>
							{imports.map(({ id, file, state, who, created_at }) => (
								<li key={id} className={panel.item}>
									<span className={panel.words}>
										<Link to={adminPaths.import(id)}>{file}</Link>
										<span className={panel.soft}>
											{formatDate(created_at, zone)} von {who || 'gelöschtem Konto'} · {STATES[state] ?? state}
										</span>
									</span>
								</li>
							))}
						</ul>
					</Panel>
				) : (
					<EmptyState
						icon="file"
						what="Noch nichts importiert."
						how="Jeder Import steht hier mit seinem Stand und lässt sich zurücknehmen."
						action={
							<ButtonLink to={adminPaths.newCustomer()} kind="secondary">
								Einzelne Karte anlegen
							</ButtonLink>
						}
					/>
				)}
			</div>
		</>
	)
}

const STATES: Record<string, string> = {
	reading: 'noch nicht gestartet',
	running: 'läuft',
	stopped: 'angehalten',
	done: 'fertig',
	undoing: 'wird zurückgenommen',
	undone: 'zurückgenommen',
}

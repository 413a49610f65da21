import { Form, Link } from 'react-router'
import { requireManager, requireMember } from '#app/features/shell/admin-context.server.ts'
import { submit } from '#app/features/shell/commands.server.ts'
import { saveCompany } from '#app/features/company/company.commands.server.ts'
import { companyTyped } from '#app/features/company/company.edit.ts'
import { newLocationSchema } from '#app/features/company/company.form.ts'
import { enterCode, loadReferral } from '#app/features/partners/referral.server.ts'
import { ReferralPanel } from '#app/features/partners/referral-panel.tsx'
import { STATE_NAMES } from '#app/features/company/company.ts'
import { FormMessage, Panel, replyTo, SavedMessage, Tick } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { fieldOf, tickOf } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { redirect } from '#app/lib/redirect.ts'
import type { Route } from './+types/company.ts'
import { useShown } from '#app/ui/use-shown.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const { client, company, locations, mayManage, role } = await requireMember(context, request)
	const owner = role === 'owner'
	return { company, locations, mayManage, owner, referral: owner ? await loadReferral(client, company.id) : null }
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client, company } = await requireManager(context, request)
	const form = await readForm(request)
	if (form.get('intent') === 'referral') return enterCode(client, company.id, form)
	if (form.get('intent') !== 'location') return saveCompany(client, company, form)
	let made = ''
	const answer = await submit(form, newLocationSchema, adminPaths.company(), async ({ name }) => {
		const result = await client.rpc('create_location', { p_company: company.id, p_name: name })
		made = result.data ?? ''
		return result
	})
	return made ? redirect(adminPaths.location(made)) : answer
}

/** Company data, imprint and locations. */
export default function CompanyPage({ loaderData, actionData }: Route.ComponentProps) {
	const { company, locations, mayManage, owner, referral } = loaderData
	const reply = replyTo(actionData, 'company')
	const shown = useShown(reply, companyTyped(company))
	const added = replyTo(actionData, 'location')
	return (
		<>
			<title>Unternehmen · Zeitplatz</title>
			<div className={styles.head}>
				<h1>{company.name}</h1>
			</div>
			<div className={styles.stack}>
				<SavedMessage refusal={actionData} />
				<Panel title="Standorte">
					{locations.length === 0 ? (
						<p>Legen Sie Ihren ersten Standort an. Danach führen wir Sie bis zur eigenen Seite.</p>
					) : null}
					<ul className={styles.list}>
						{locations.map(({ id, name, city, state, archived }) => (
							<li key={id} className={styles.item}>
								<Link to={adminPaths.location(id)}>{city ? `${name}, ${city}` : name}</Link>
								<Badge kind={state === 'published' && !archived ? 'good' : 'quiet'}>
									{archived ? 'Archiv' : STATE_NAMES[state]}
								</Badge>
							</li>
						))}
					</ul>
					{mayManage ? (
						<Form method="post" noValidate className={styles.form}>
							<FormMessage reply={added} />
							<TextField
								{...fieldOf(added, 'name', locations.length === 0 ? company.name : '')}
								label="Name des Standorts"
								maxLength={120}
							/>
							<Button name="intent" value="location" kind={locations.length === 0 ? 'primary' : 'secondary'}>
								Standort anlegen
							</Button>
						</Form>
					) : null}
				</Panel>
				{referral ? <ReferralPanel referral={referral} reply={replyTo(actionData, 'referral')} /> : null}
				<Panel title="Unternehmen und Impressum">
					<p className={styles.soft}>Diese Angaben stehen auf Ihren Seiten im Impressum. Das verlangt das Gesetz.</p>
					<Form method="post" noValidate key={shown}>
						<fieldset disabled={!owner} className={styles.form}>
							<FormMessage reply={reply} />
							<input type="hidden" name="shown" value={shown} />
							<TextField {...fieldOf(reply, 'name', company.name)} label="Name" />
							<TextField {...fieldOf(reply, 'legal_name', company.legal_name)} label="Rechtlicher Name" />
							<TextField {...fieldOf(reply, 'representative', company.representative)} label="Vertreten durch" />
							<TextField
								{...fieldOf(reply, 'street', company.street)}
								label="Straße und Hausnummer"
								autoComplete="street-address"
							/>
							<TextField
								{...fieldOf(reply, 'postal_code', company.postal_code)}
								label="Postleitzahl"
								inputMode="numeric"
								maxLength={5}
							/>
							<TextField {...fieldOf(reply, 'city', company.city)} label="Ort" />
							<TextField {...fieldOf(reply, 'email', company.email)} label="E-Mail" type="email" />
							<TextField {...fieldOf(reply, 'phone', company.phone)} label="Telefon" type="tel" optional />
							<TextField
								{...fieldOf(reply, 'register_entry', company.register_entry)}
								label="Registereintrag"
								optional
							/>
							<TextField {...fieldOf(reply, 'vat_id', company.vat_id)} label="USt-IdNr." optional />
							<Tick
								name="small_business"
								label="Kleinunternehmen (§ 19 UStG)"
								checked={tickOf(reply, 'small_business', company.small_business)}
							/>
							{owner ? (
								<Button name="intent" value="company" className={styles.send}>
									Speichern
								</Button>
							) : null}
						</fieldset>
					</Form>
				</Panel>
			</div>
		</>
	)
}

import { data, Form, Link } from 'react-router'
import { newCompanySchema } from '#app/features/accounts/accounts.form.ts'
import styles from '#app/features/accounts/auth-card.module.css'
import { Consent, Recommended } from '#app/features/accounts/register-form.tsx'
import { loadAgreementHashes } from '#app/features/legal/agreements.queries.server.ts'
import { readHashes } from '#app/features/legal/agreements.ts'
import { keepPartnerCode, loadPartnerCode } from '#app/features/partners/code.server.ts'
import { locationCookie } from '#app/features/shell/location-choice.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { fieldOf, formMessage } from '#app/lib/form.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Failure } from '#app/ui/notice.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/company-new.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const { client } = requireUser(context)
	const services = context.get(servicesContext)
	const [agreements, partnerCode, own] = await Promise.all([
		loadAgreementHashes(services),
		loadPartnerCode(services, url.searchParams.get('code') ?? undefined),
		client.rpc('own_memberships').limit(1),
	])
	return { agreements, partnerCode, further: (own.data ?? []).length > 0 }
}

export async function action({ context, request }: Route.ActionArgs) {
	const { client } = requireUser(context)
	const submission = parseForm(await readForm(request), { schema: newCompanySchema })
	if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
	const { company_name, agreements, partner_code: code } = submission.value
	const { data: made, error } = await client.rpc('register_company', {
		...{ p_name: company_name, p_agreements: readHashes(agreements) },
	})
	if (error) return data(submission.reply({ formErrors: [errorMessage(error)] }), { status: 400 })
	await keepPartnerCode(client, made, code)
	// The admin goes on with the new company, whichever was open before.
	const cookie = locationCookie(made)
	return redirect(adminPaths.setup(), cookie ? { headers: { 'set-cookie': cookie } } : undefined)
}

/** For signed-in people without a company who open the admin area, and for those who found a further one. */
export default function CompanyNewPage({ loaderData, actionData: reply }: Route.ComponentProps) {
	const { agreements, partnerCode, further } = loaderData
	const message = formMessage(reply)
	return (
		<>
			<title>Unternehmen anlegen · Zeitplatz</title>
			<h1>Wie heißt Ihr Unternehmen?</h1>
			<p className={styles.lead}>
				{further
					? 'Es kommt zu Ihrem Konto hinzu, mit Ihnen als Inhaber:in, und hat eigene Kund:innen, Termine und Mitglieder.'
					: 'Es gehört dann zu Ihrem Konto, mit Ihnen als Inhaber:in.'}
			</p>
			<Form method="post" noValidate className={styles.form}>
				<Failure message={message} />
				<Recommended code={partnerCode} />
				<TextField
					{...fieldOf(reply, 'company_name')}
					label="Name des Unternehmens"
					autoComplete="organization"
					maxLength={120}
				/>
				<Consent agreements={agreements} error={reply?.error?.consent?.[0]} />
				<Button wide>Unternehmen anlegen</Button>
			</Form>
			{further ? (
				<p className={styles.more}>
					<Link to={adminPaths.dashboard()}>Zurück zur Verwaltung</Link>
				</p>
			) : null}
		</>
	)
}

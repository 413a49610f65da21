import { Form } from 'react-router'
import styles from '#app/features/accounts/auth-card.module.css'
import { changeSecurity } from '#app/features/accounts/security/security.commands.server.ts'
import { loadSecurity } from '#app/features/accounts/security/security.queries.server.ts'
import { TwoFactor } from '#app/features/accounts/security/two-factor.tsx'
import { waitingFor } from '#app/features/shell/admin-context.server.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { Route } from './+types/second-factor.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const { client, user } = requireUser(context)
	const [security, due, members] = await Promise.all([
		loadSecurity(context, url),
		waitingFor(client),
		client.from('members').select('company_id, companies!inner(name)').eq('user_id', user.id),
	])
	return {
		security,
		due: due.map(({ name }) => name),
		others: (members.data ?? []).map(({ company_id, companies }) => ({ id: company_id, name: companies.name })),
	}
}

export const action = async ({ context, request }: Route.ActionArgs) =>
	changeSecurity({ context, request, form: await readForm(request), path: adminPaths.secondFactor() })

/** For members of a company that requires a second factor, until they have one; they set it up on this page. */
export default function SecondFactorDutyPage({ loaderData, actionData }: Route.ComponentProps) {
	const { security, due, others } = loaderData
	const names = new Intl.ListFormat('de').format(due)
	return (
		<>
			<title>Zwei-Faktor-Anmeldung · Zeitplatz</title>
			<h1>{due.length > 0 ? 'Noch ein Schritt zum Schutz Ihrer Kund:innen' : 'Alles eingerichtet'}</h1>
			<p className={styles.lead}>
				{due.length > 0
					? `${names} zeigt Termine und Kundendaten nur nach einer Zwei-Faktor-Anmeldung. Das Einrichten dauert eine Minute.`
					: 'Ihre Zwei-Faktor-Anmeldung ist aktiv. Bitte bewahren Sie die Notfallcodes sicher auf.'}
			</p>
			<TwoFactor security={security} answer={actionData} />
			{due.length === 0 ? (
				<p className={styles.section}>
					<ButtonLink to={adminPaths.dashboard()} wide reloadDocument>
						Zum Unternehmen
					</ButtonLink>
				</p>
			) : null}
			<div className={styles.more}>
				{others
					.filter(() => due.length > 0)
					.map(({ id, name }) => (
						<Form key={id} method="post" action={adminPaths.home()}>
							<input type="hidden" name="location" value={id} />
							<Button kind="plain">Weiter zu {name}</Button>
						</Form>
					))}
				<Form method="post" action={paths.logout()}>
					<Button kind="plain">Abmelden</Button>
				</Form>
			</div>
		</>
	)
}

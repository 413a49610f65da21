import { textOf } from '#app/lib/form.ts'
import { data, Form } from 'react-router'
import styles from '#app/features/accounts/auth-card.module.css'
import { errorMessage } from '#app/lib/errors.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/company-new.ts'

export async function action({ context, request }: Route.ActionArgs) {
	const { client } = requireUser(context)
	const name = textOf(await readForm(request), 'name')
	const { error } = await client.rpc('create_company', { p_name: name })
	if (error) return data({ name, error: errorMessage(error) }, { status: 400 })
	return redirect(adminPaths.company())
}

/** For signed-in people without a company who open the admin area. */
export default function CompanyNewPage({ actionData }: Route.ComponentProps) {
	return (
		<>
			<title>Unternehmen anlegen · Zeitplatz</title>
			<h1>Wie heißt Ihr Unternehmen?</h1>
			<p className={styles.lead}>Zu Ihrem Konto gehört noch kein Unternehmen. Legen Sie hier eines an.</p>
			<Form method="post" noValidate className={styles.form}>
				<TextField
					label="Name des Unternehmens"
					name="name"
					autoComplete="organization"
					maxLength={120}
					defaultValue={actionData?.name}
					error={actionData?.error}
				/>
				<Button wide>Unternehmen anlegen</Button>
			</Form>
		</>
	)
}

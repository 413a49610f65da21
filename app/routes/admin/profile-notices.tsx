import { loadNotices, saveNotices } from '#app/features/notifications/notices.server.ts'
import { NoticesForm } from '#app/features/notifications/notices-form.tsx'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/profile-notices.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const member = await requireMember(context, request)
	return {
		...(await loadNotices(member)),
		own: member.user.email,
		company: member.company.name,
		everybody: member.rights.includes('all_calendars'),
		mayBook: member.rights.includes('book'),
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	return saveNotices(await requireMember(context, request), await readForm(request))
}

/** Reloads after a refusal too, because the same member may have saved elsewhere, and the page then shows what. */
export const shouldRevalidate = () => true

/** Of what the signed-in member gets mails. */
export default function ProfileNoticesPage({ loaderData, actionData }: Route.ComponentProps) {
	const { notices, everybody, mayBook, own, company, others } = loaderData
	return (
		<>
			<title>Benachrichtigungen · Zeitplatz</title>
			<SavedMessage refusal={actionData} />
			<p className={styles.soft}>
				Wovon Sie als Mitglied von {company} eine E-Mail an {own} bekommen. Was Sie selbst oder Ihre Kolleg:innen
				eintragen, melden wir nicht.
			</p>
			<NoticesForm {...{ notices, everybody, mayBook }} reply={replyTo(actionData, 'notices')} />
			{others.length > 0 ? <p className={styles.soft}>Unabhängig davon geht alles an {others.join(' und ')}.</p> : null}
		</>
	)
}

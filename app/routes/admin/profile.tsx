import { Link, Outlet } from 'react-router'
import { PasswordMissing } from '#app/features/accounts/password-notices.tsx'
import { lacksSignIn } from '#app/features/accounts/profile.server.ts'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { ROLE_NAMES } from '#app/features/members/members.ts'
import styles from '#app/ui/panel.module.css'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Tabs } from '#app/ui/tabs.tsx'
import type { Route } from './+types/profile.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
	const [{ company, role }, noPassword] = await Promise.all([requireMember(context, request), lacksSignIn(context)])
	return { company: company.name, role, noPassword }
}

/** Header of the pages about a person's own account, inside the admin area. */
export default function ProfileLayout({ loaderData }: Route.ComponentProps) {
	const { company, role, noPassword } = loaderData
	return (
		<>
			<div className={styles.head}>
				<h1>Mein Profil</h1>
				<Link to={adminPaths.members()}>
					{ROLE_NAMES[role]}, {company}
				</Link>
			</div>
			<Tabs
				label="Mein Profil"
				tabs={[
					{ to: adminPaths.profile(), label: 'Angaben' },
					{ to: adminPaths.profileSecurity(), label: 'Sicherheit' },
					{ to: adminPaths.profileNotices(), label: 'Benachrichtigungen' },
				]}
			/>
			<div className={`${styles.panel} ${styles.narrow}`}>
				{noPassword ? <PasswordMissing /> : null}
				<Outlet />
			</div>
		</>
	)
}

import { Form, NavLink, Outlet } from 'react-router'
import styles from '#app/features/accounts/profile.module.css'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'

const PAGES: [address: string, label: string][] = [
	[paths.profile(), 'Termine'],
	[paths.profileData(), 'Angaben'],
	[paths.profileSecurity(), 'Sicherheit'],
	[paths.profileAccount(), 'Konto'],
]

/** Frame of the own area: its pages, and the way out. */
export default function ProfileFrame() {
	return (
		<div className={styles.page}>
			<meta name="robots" content="noindex" />
			<nav aria-label="Mein Bereich" className={styles.nav}>
				<ul>
					{PAGES.map(([address, label]) => (
						<li key={address}>
							<NavLink to={address} end>
								{label}
							</NavLink>
						</li>
					))}
				</ul>
			</nav>
			<div className={styles.card}>
				<Outlet />
			</div>
			<Form method="post" action={paths.logout()} className={styles.out}>
				<Button kind="plain">Abmelden</Button>
			</Form>
		</div>
	)
}

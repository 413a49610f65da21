import { Form, Link, NavLink, Outlet, useLocation } from 'react-router'
import { loadDeletion } from '#app/features/accounts/deletion.server.ts'
import { PasswordMissing, PasswordSaved } from '#app/features/accounts/password-notices.tsx'
import { lacksSignIn } from '#app/features/accounts/profile.server.ts'
import styles from '#app/features/accounts/profile.module.css'
import { isPartner } from '#app/features/partners/own.server.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/frame.ts'

export async function loader({ context }: Route.LoaderArgs) {
	const [deletion, noPassword, partner] = await Promise.all([
		loadDeletion(context),
		lacksSignIn(context),
		isPartner(context),
	])
	return { deletion, noPassword, partner }
}

const PAGES: [address: string, label: string][] = [
	[paths.profile(), 'Termine'],
	[paths.favourites(), 'Merkliste'],
	[paths.profileData(), 'Angaben'],
	[paths.profileRelatives(), 'Personen'],
	[paths.profileSecurity(), 'Sicherheit'],
	[paths.profileAccount(), 'Konto'],
]

/** For those who take part, and where somebody begins to. */
const PARTNERS: [address: string, label: string] = [paths.profilePartners(), 'Partner']

/** Frame of a customer's own area: its pages, and the button to sign out. */
export default function ProfileFrame({ loaderData }: Route.ComponentProps) {
	const { deletion, noPassword, partner } = loaderData
	const { pathname } = useLocation()
	const elsewhere = pathname !== paths.profileAccount()
	const pages = partner || pathname === paths.profilePartners() ? [...PAGES, PARTNERS] : PAGES
	return (
		<div className={styles.page}>
			<meta name="robots" content="noindex" />
			<nav aria-label="Mein Bereich" className={styles.nav}>
				<ul>
					{pages.map(([address, label]) => (
						<li key={address}>
							<NavLink to={address} end>
								{label}
							</NavLink>
						</li>
					))}
				</ul>
			</nav>
			<div className={styles.card}>
				{deletion && elsewhere ? (
					<Notice kind="warning" role="status">
						<p>
							Ihr Konto wird am {deletion} gelöscht. <Link to={paths.profileAccount()}>Doch behalten</Link>
						</p>
					</Notice>
				) : null}
				{noPassword ? <PasswordMissing /> : null}
				<PasswordSaved />
				<Outlet />
			</div>
			<Form method="post" action={paths.logout()} className={styles.out}>
				<Button kind="plain">Abmelden</Button>
			</Form>
		</div>
	)
}

import { Form, Link, NavLink, Outlet, useLocation } from 'react-router'
import { loadDeletion } from '#app/features/accounts/deletion.server.ts'
import { PasswordMissing, PasswordSaved } from '#app/features/accounts/password-notices.tsx'
import { lacksSignIn } from '#app/features/accounts/profile.server.ts'
import styles from '#app/features/accounts/profile.module.css'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { LineIcon } from '#app/ui/line-icon.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { Route } from './+types/frame.ts'

export async function loader({ context }: Route.LoaderArgs) {
	const [deletion, noPassword] = await Promise.all([loadDeletion(context), lacksSignIn(context)])
	return { deletion, noPassword }
}

/** Address, name and drawing of each page. */
const PAGES: [address: string, label: string, icon: string][] = [
	[paths.profile(), 'Termine', 'M4 6h16v14H4zM4 10.500h16M8.500 3.500V8m7-4.500V8'],
	[
		paths.favourites(),
		'Merkliste',
		'M12 20s-7.500-4.700-7.500-10A4.200 4.200 0 0 1 12 7.300 4.200 4.200 0 0 1 19.500 10c0 5.300-7.500 10-7.500 10Z',
	],
	[
		paths.profileData(),
		'Angaben',
		'M12 4.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM5 20c.600-3.700 3.300-5.500 7-5.500s6.400 1.800 7 5.500',
	],
	[
		paths.profileRelatives(),
		'Personen',
		'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3 19c.500-3.300 2.800-5 6-5s5.500 1.700 6 5M16 5.500a2.800 2.800 0 0 1 0 5.300M17.500 14.400c2 .600 3.200 2.200 3.500 4.600',
	],
	[
		paths.profileSecurity(),
		'Sicherheit',
		'M12 3.500 19 6v5.500c0 4.300-2.800 7.400-7 9-4.200-1.600-7-4.700-7-9V6ZM9 12l2.200 2.200L15.200 10',
	],
	[paths.profileAccount(), 'Konto', 'M4 6.500h16M4 12h16M4 17.500h16M9 4.500v4M15 10v4M8 15.500v4'],
	[
		paths.profilePartners(),
		'Partner',
		'm12 3.800 2.500 5.200 5.700.800-4.100 4 1 5.700-5.100-2.700-5.100 2.700 1-5.700-4.100-4 5.700-.800Z',
	],
]

/** Frame of a customer's own area: its pages, and the button to sign out. */
export default function ProfileFrame({ loaderData }: Route.ComponentProps) {
	const { deletion, noPassword } = loaderData
	const elsewhere = useLocation().pathname !== paths.profileAccount()
	return (
		<div className={styles.page}>
			<meta name="robots" content="noindex" />
			<nav aria-label="Mein Bereich" className={styles.nav}>
				<ul>
					{PAGES.map(([address, label, icon]) => (
						<li key={address}>
							<NavLink to={address} end>
								<LineIcon width={1.75}>
									<path d={icon} strokeLinecap="round" strokeLinejoin="round" />
								</LineIcon>
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

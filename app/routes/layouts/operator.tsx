import { Form, Link, Outlet, useLocation } from 'react-router'
import styles from '#app/features/operator/frame.module.css'
import { requireOperator } from '#app/features/operator/operator.server.ts'
import { openPage, PAGES } from '#app/features/operator/pages.ts'
import { formatNumber } from '#app/lib/numbers.ts'
import { operatorPaths } from '#app/lib/operator-paths.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Logo } from '#app/ui/logo.tsx'
import { ThemeSwitch } from '#app/ui/theme-switch.tsx'
import type { Route } from './+types/operator.ts'

export const loader = ({ context }: Route.LoaderArgs) => requireOperator(context)

/** Frame of the operator's pages, which are no part of the admin of a business. */
export default function OperatorFrame({ loaderData }: Route.ComponentProps) {
	const open = openPage(useLocation().pathname)
	return (
		<>
			<meta name="robots" content="noindex" />
			<header className={styles.header}>
				<a className={styles.skip} href="#inhalt">
					Zum Inhalt springen
				</a>
				<div className={styles.bar}>
					<Link to={operatorPaths.reports()} className={styles.mark}>
						<Logo /> Betrieb
					</Link>
					<div className={styles.own}>
						<ThemeSwitch />
						<Form method="post" action={paths.logout()}>
							<Button kind="plain">Abmelden</Button>
						</Form>
					</div>
				</div>
				<nav aria-label="Betrieb" className={`${styles.bar} ${styles.pages}`}>
					{PAGES.map(({ to, label, waiting }) => (
						<Link key={to} to={to} aria-current={to === open ? 'page' : undefined}>
							{label}{' '}
							{waiting && loaderData[waiting] > 0 ? (
								<span className={styles.waiting}>
									{formatNumber(loaderData[waiting])}
									<span className="visually-hidden"> offen</span>
								</span>
							) : null}
						</Link>
					))}
				</nav>
			</header>
			<main id="inhalt" tabIndex={-1} className={styles.main}>
				<Outlet />
			</main>
		</>
	)
}

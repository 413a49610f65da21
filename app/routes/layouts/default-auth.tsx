import { Outlet } from 'react-router'
import styles from '#app/features/accounts/auth-card.module.css'
import { SiteFrame } from '#app/ui/site-frame.tsx'

/** Layout of sign-in and registration: the site's frame with one narrow card. */
export default function DefaultAuth() {
	return (
		<SiteFrame narrow>
			<meta name="robots" content="noindex" />
			<div className={styles.page}>
				<div className={styles.card}>
					<Outlet />
				</div>
			</div>
		</SiteFrame>
	)
}

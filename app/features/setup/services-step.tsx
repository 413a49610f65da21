import type { ReactNode } from 'react'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import styles from '#app/ui/panel.module.css'

type Props = {
	location: string
	/** Services that are there already. */
	count: number
	/** The templates of the trade. */
	children: ReactNode
}

/** Services from the templates of the trade; single ones are typed on the page of services. */
export function ServicesStep({ location, count, children }: Props) {
	return (
		<>
			{children}
			<div className={styles.line}>
				<ButtonLink to={adminPaths.services(location)} kind="plain">
					Eigene Leistungen eintragen
				</ButtonLink>
				{count > 0 ? (
					<ButtonLink to={adminPaths.setup('online')} kind="secondary">
						Weiter
					</ButtonLink>
				) : null}
			</div>
		</>
	)
}

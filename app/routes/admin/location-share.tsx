import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { SharePanel } from '#app/features/setup/share-panel.tsx'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { qrOf } from '#app/lib/qr.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/location-share.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { siteUrl } = context.get(servicesContext)
	const { locations, mayManage } = await requireMember(context, request)
	const location = locations.find(({ id }) => id === params.id)
	invariantResponse(location)
	const { id, name, slug, state } = location
	const share =
		state === 'published'
			? { url: `${siteUrl}${paths.listing(slug)}`, qr: qrOf(`${siteUrl}${paths.listing(slug, 'qr')}`) }
			: null
	return { id, name, share, mayManage }
}

/** What brings customers to the page of a location: its link, a code to print, words to paste. */
export default function LocationSharePage({ loaderData }: Route.ComponentProps) {
	const { id, name, share, mayManage } = loaderData
	if (share)
		return (
			<div className={styles.stack}>
				<SharePanel name={name} {...share} />
			</div>
		)
	return (
		<EmptyState
			icon="link"
			what="Diese Seite ist nicht online."
			how="Sobald sie veröffentlicht ist, stehen hier der Link, ein QR-Code und Texte zum Kopieren."
			action={mayManage ? <ButtonLink to={adminPaths.location(id)}>Zu den Angaben</ButtonLink> : undefined}
		/>
	)
}

import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { Checklist } from '#app/features/company/checklist.tsx'
import { replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import { changeLocation } from '#app/features/company/location.commands.server.ts'
import { LocationForm } from '#app/features/company/location-form.tsx'
import { ArchivePanel } from '#app/features/company/archive-panel.tsx'
import styles from '#app/ui/panel.module.css'
import { shownPicture } from '#app/features/pictures/crop.ts'
import { LogoPanel } from '#app/features/pictures/logo-panel.tsx'
import { PicturesPanel } from '#app/features/pictures/pictures-panel.tsx'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import type { Route } from './+types/location-data.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, mayManage, locations } = await requireMember(context, request)
	invariantResponse(locations.some(({ id }) => id === params.id))
	const [location, pictures, steps] = await Promise.all([
		client.from('locations').select().eq('id', params.id).single(),
		allRows((from, to) =>
			client
				.from('location_images')
				.select('id, path, alt, width, height, color, crop_left, crop_top, crop_width, crop_height')
				.eq('location_id', params.id)
				.order('position')
				.order('id')
				.range(from, to),
		),
		client.rpc('publishing_checklist', { p_location: params.id }),
	])
	return {
		location: invariantData(location),
		pictures: pictures.map(shownPicture),
		steps: invariantData(steps),
		mayManage,
	}
}

export const action = ({ context, request, params }: Route.ActionArgs) => changeLocation(context, request, params.id)

/** Address, texts and pictures of a location. */
export default function LocationDataPage({ loaderData, actionData }: Route.ComponentProps) {
	const { location, pictures, steps, mayManage } = loaderData
	return (
		<div className={styles.stack}>
			<SavedMessage refusal={actionData} />
			<Checklist {...location} steps={steps} mayManage={mayManage} refusal={actionData} />
			<LocationForm location={location} disabled={!mayManage} reply={replyTo(actionData, 'save')} />
			<PicturesPanel locationId={location.id} pictures={pictures} mayManage={mayManage} refusal={actionData} />
			<LogoPanel path={location.logo_path} mayManage={mayManage} refusal={actionData} />
			{mayManage && location.state !== 'published' ? (
				<ArchivePanel archived={location.archived} refusal={actionData} />
			) : null}
		</div>
	)
}

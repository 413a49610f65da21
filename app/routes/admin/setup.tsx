import { doneSteps, shownStep } from '#app/features/setup/setup.ts'
import { toSetUp } from '#app/features/setup/setup-access.server.ts'
import { takeStep } from '#app/features/setup/setup.commands.server.ts'
import { HoursStep } from '#app/features/setup/hours-step.tsx'
import { OnlineStep } from '#app/features/setup/online-step.tsx'
import { PlaceStep } from '#app/features/setup/place-step.tsx'
import { loadPlace } from '#app/features/setup/setup.queries.server.ts'
import { ServicesStep } from '#app/features/setup/services-step.tsx'
import { SharePanel } from '#app/features/setup/share-panel.tsx'
import { StepList } from '#app/features/setup/step-list.tsx'
import { loadTemplates } from '#app/features/services/service-templates.server.ts'
import { ServiceTemplates } from '#app/features/services/service-templates.tsx'
import { requireManager } from '#app/features/shell/admin-context.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { qrOf } from '#app/lib/qr.server.ts'
import { FormMessage, type Refusal, rowReply } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/setup.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
	const { siteUrl } = context.get(servicesContext)
	const member = await requireManager(context, request)
	const { client, company, user } = member
	const location = toSetUp(member)
	const [place, checklist, profile, branches] = await Promise.all([
		location && loadPlace(client, location.id),
		location ? client.rpc('publishing_checklist', { p_location: location.id }) : null,
		client.from('profiles').select('name').eq('id', user.id).maybeSingle(),
		client.from('categories').select('id, name').is('parent_id', null).order('name'),
	])
	const done = doneSteps(checklist ? invariantData(checklist) : [])
	const trades = invariantData(branches)
	const branch = trades.find(({ id }) => String(id) === url.searchParams.get('branche'))?.id ?? null
	const online = place?.state === 'published'
	const address = place ? `${siteUrl}${paths.listing(place.slug)}` : ''
	return {
		company,
		place,
		done,
		step: online ? ('online' as const) : shownStep(url.searchParams.get('schritt'), done),
		person: place?.employees.length ? null : (invariantData(profile)?.name ?? ''),
		branches: trades,
		branch,
		groups: branch ? await loadTemplates(client, branch) : [],
		share: online ? { url: address, qr: qrOf(`${siteUrl}${paths.listing(place.slug, 'qr')}`) } : null,
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const member = await requireManager(context, request)
	return takeStep({ ...member, location: toSetUp(member) }, await readForm(request))
}

/** A new business on its way to its own page: place, hours, services, online. */
export default function SetupPage({ loaderData, actionData }: Route.ComponentProps) {
	const { place, share, step, done } = loaderData
	const refusal: Refusal | undefined = actionData
	return (
		<>
			<title>Einrichten · Zeitplatz</title>
			<div className={styles.head}>
				<h1>{share ? loaderData.company.name : 'In vier Schritten online'}</h1>
			</div>
			{share ? null : <StepList shown={step} done={done} />}
			<div className={styles.stack}>
				<FormMessage reply={share ? rowReply(refusal, 'publish') : undefined} />
				{place && share ? (
					<SharePanel name={place.name} {...share} />
				) : step === 'ort' || !place ? (
					<PlaceStep {...loaderData} refusal={refusal} />
				) : step === 'zeiten' ? (
					<HoursStep location={place.id} entered={done.includes('zeiten')} refusal={refusal} />
				) : step === 'leistungen' ? (
					<ServicesStep location={place.id} count={place.services.length}>
						<ServiceTemplates {...loaderData} first={place.services.length === 0} step="leistungen" refusal={refusal} />
					</ServicesStep>
				) : (
					<OnlineStep place={place} refusal={refusal} />
				)}
			</div>
		</>
	)
}

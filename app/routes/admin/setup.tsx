import { doneSteps, shownStep } from '#app/features/setup/setup.ts'
import { toSetUp } from '#app/features/setup/setup-access.server.ts'
import { takeStep } from '#app/features/setup/setup.commands.server.ts'
import { HoursStep } from '#app/features/setup/hours-step.tsx'
import { OnlineStep } from '#app/features/setup/online-step.tsx'
import { PlaceStep } from '#app/features/setup/place-step.tsx'
import { loadPlace } from '#app/features/setup/setup.queries.server.ts'
import { ServicesStep } from '#app/features/setup/services-step.tsx'
import { StepList } from '#app/features/setup/step-list.tsx'
import { loadTemplates } from '#app/features/services/service-templates.server.ts'
import { ServiceTemplates } from '#app/features/services/service-templates.tsx'
import { requireManager } from '#app/features/shell/admin-context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import type { Refusal } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import type { Route } from './+types/setup.ts'

export async function loader({ context, request, url }: Route.LoaderArgs) {
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
	return {
		company,
		place,
		done,
		step: shownStep(url.searchParams.get('schritt'), done),
		person: place?.employees.length ? null : (invariantData(profile)?.name ?? ''),
		branches: trades,
		branch,
		groups: branch ? await loadTemplates(client, branch) : [],
	}
}

export async function action({ context, request }: Route.ActionArgs) {
	const member = await requireManager(context, request)
	return takeStep({ ...member, location: toSetUp(member) }, await readForm(request))
}

/** A new business on its way to its own page: place, hours, services, online. */
export default function SetupPage({ loaderData, actionData }: Route.ComponentProps) {
	const { place, step, done } = loaderData
	const refusal: Refusal | undefined = actionData
	return (
		<>
			<title>Einrichten · Zeitplatz</title>
			<div className={styles.head}>
				<h1>In vier Schritten online</h1>
			</div>
			<StepList shown={step} done={done} />
			<div className={styles.stack}>
				{step === 'ort' || !place ? (
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

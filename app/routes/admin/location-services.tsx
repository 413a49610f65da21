import { Form } from 'react-router'
import { requireMember } from '#app/features/shell/admin-context.server.ts'
import { ArchiveList } from '#app/ui/archive-list.tsx'
import { requireLocation, submit, submitOrder, submitPlain } from '#app/features/shell/commands.server.ts'
import { resourceKindSchema, resourceSchema } from '#app/features/services/resources.form.ts'
import { serviceSchema, variantSchema } from '#app/features/services/services.form.ts'
import { FormMessage, Panel, rowReply, SavedMessage } from '#app/ui/form-parts.tsx'
import { OrderedList } from '#app/ui/ordered-list.tsx'
import styles from '#app/ui/panel.module.css'
import { ResourcesPanel } from '#app/features/services/resources-panel.tsx'
import {
	addResource,
	editResource,
	loadResources,
	removeResource,
	renameKind,
	restoreResource,
} from '#app/features/services/resources.server.ts'
import { DayPrices } from '#app/features/services/day-prices.tsx'
import { addDayPrice, loadDayPrices, removeDayPrice } from '#app/features/services/day-prices.server.ts'
import { dayPriceSchema } from '#app/features/services/day-price.form.ts'
import { packageSchema } from '#app/features/services/package.form.ts'
import { PackagesPanel } from '#app/features/services/packages-panel.tsx'
import { withParts } from '#app/features/services/package.ts'
import { addPackage, editPackage, loadPackages, removePackage } from '#app/features/services/packages.server.ts'
import { VariantForm } from '#app/features/services/variant-form.tsx'
import { wayNote } from '#app/features/services/booking-way.ts'
import { ServiceForm } from '#app/features/services/service-form.tsx'
import { addTemplates, loadTemplates } from '#app/features/services/service-templates.server.ts'
import { ServiceTemplates } from '#app/features/services/service-templates.tsx'
import {
	addService,
	addVariant,
	type AdminService,
	editService,
	loadOfferers,
	offerErrors,
	loadAdminServices,
	readOffers,
	removeService,
	restoreService,
} from '#app/features/services/services.server.ts'
import { textOf } from '#app/lib/form.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice } from '#app/lib/money.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import type { Route } from './+types/location-services.ts'

export async function loader({ context, request, params, url }: Route.LoaderArgs) {
	const { client, mayManage, rights, location } = await requireMember(context, request)
	const branch = Number(url.searchParams.get('branche')) || null
	const [services, people, categories, groups, resources, dayPrices, packages, today] = await Promise.all([
		loadAdminServices(client, params.id),
		loadOfferers(client, params.id),
		client.from('categories').select('id, parent_id, name').order('name'),
		branch ? loadTemplates(client, branch) : [],
		loadResources(client, params.id),
		loadDayPrices(client, params.id),
		loadPackages(client, params.id),
		loadToday(client, params.id),
	])
	const known = invariantData(categories)
	return {
		services: services.filter(({ archived }) => !archived),
		archive: services.filter(({ archived }) => archived),
		people: people,
		categories: known.filter(({ parent_id }) => parent_id !== null),
		branches: known.filter(({ parent_id }) => parent_id === null),
		branch,
		groups,
		resources,
		dayPrices,
		packages,
		today,
		mayManage,
		// Disruptions are those of the location in the top bar.
		mayRearrange: location?.id === params.id && rights.includes('all_calendars') && rights.includes('move'),
	}
}

/** The local date of the location. */
async function loadToday(client: Client, id: string): Promise<string> {
	const row = invariantData(await client.from('locations').select('time_zone').eq('id', id).maybeSingle())
	return localDate(new Date(), row?.time_zone ?? HOME_ZONE)
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, locationId } = await requireLocation(context, request, params.id)
	const form = await readForm(request)
	const back = adminPaths.services(locationId)
	const id = textOf(form, 'id')
	switch (form.get('intent')) {
		case 'order':
			return submitOrder(form, (p_ids) => client.rpc('order_services', { p_location: locationId, p_ids }))
		case 'remove':
			return submitPlain(form, back, () => removeService(client, locationId, id))
		case 'restore':
			return submitPlain(form, back, () => restoreService(client, locationId, id))
		case 'templates':
			return submitPlain(form, back, () =>
				addTemplates(client, locationId, Number(textOf(form, 'branch')), form.getAll('template').map(String)),
			)
		case 'variant':
			return submit(form, variantSchema, back, (value) => addVariant(client, value))
		case 'package':
			return savePackage(client, locationId, id, withParts(form))
		case 'package-remove':
			return submitPlain(form, back, () => removePackage(client, locationId, id))
		case 'day-price':
			return submit(form, dayPriceSchema(await loadToday(client, locationId)), back, (value) =>
				addDayPrice(client, locationId, value),
			)
		case 'day-price-remove':
			return submitPlain(form, back, () => removeDayPrice(client, locationId, id))
		case 'resource':
			if (isUuid(id)) return editResource(client, locationId, id, form, back)
			return submit(form, resourceSchema, back, (value) => addResource(client, locationId, value))
		case 'kind':
			return submit(form, resourceKindSchema, back, (value) => renameKind(client, locationId, value))
		case 'resource-remove':
			return submitPlain(form, back, () => removeResource(client, locationId, id))
		case 'resource-restore':
			return submitPlain(form, back, () => restoreResource(client, locationId, id))
		default:
			if (isUuid(id)) return editService(client, locationId, id, await loadOfferers(client, locationId), form)
			return submit(form, serviceSchema, back, async ({ id: _id, ...value }) => {
				const fields = offerErrors(form)
				if (Object.keys(fields).length > 0) return { error: null, fields }
				return addService(client, locationId, value, readOffers(form))
			})
	}
}

async function savePackage(client: Client, locationId: string, id: string, form: FormData) {
	if (!isUuid(id))
		return submit(form, packageSchema, adminPaths.services(locationId), (value) =>
			addPackage(client, locationId, value),
		)
	const services = await loadAdminServices(client, locationId)
	return editPackage(client, locationId, id, form, (part) => services.find((one) => one.id === part)?.name)
}

/** Reloads after a refusal too, because somebody else may have saved, and the page then shows what. */
export const shouldRevalidate = () => true

/** What can be booked at a location, and who offers it. */
export default function ServicesPage({ loaderData, actionData }: Route.ComponentProps) {
	const {
		services,
		archive,
		people,
		categories,
		branches,
		branch,
		groups,
		resources,
		dayPrices,
		packages,
		today,
		mayManage,
		mayRearrange,
	} = loaderData
	const empty = services.length === 0
	const kinds = [...new Set(resources.filter(({ active }) => active).map(({ kind }) => kind))]
	const isAnswered = (id: string): boolean =>
		[`service${id}`, `variant${id}`, `day-price${id}`].includes(actionData?.form ?? '')
	const parts = { services, people, categories, kinds, refusal: actionData }
	const templates = (
		<ServiceTemplates {...{ branches, branch, groups }} first={empty} refusal={actionData} key={services.length} />
	)
	return (
		<div className={styles.stack}>
			<SavedMessage refusal={actionData} />
			<FormMessage reply={rowReply(actionData, 'order', 'remove', 'restore', 'day-price-remove', 'package-remove')} />
			{mayManage && empty ? templates : null}
			{empty ? null : (
				<Panel title="Leistungen">
					<OrderedList
						fixed={!mayManage}
						items={services.map((service) => ({
							id: service.id,
							name: service.name,
							body: mayManage ? (
								<details className={styles.edit} open={isAnswered(service.id) || undefined}>
									<summary>
										<Row service={service} people={people} />
									</summary>
									<ServiceForm {...parts} service={service} />
									<VariantForm service={service} refusal={actionData} />
									<DayPrices {...{ service, today }} prices={dayPrices} refusal={actionData} />
									<Form method="post" className={styles.remove}>
										<input type="hidden" name="id" value={service.id} />
										<Button kind="plain" name="intent" value="remove" aria-label={`${service.name} entfernen`}>
											Entfernen
										</Button>
										<span className={styles.soft}>
											Kommt ins Archiv und lässt sich wiederherstellen. Gebuchte Termine bleiben.
										</span>
									</Form>
								</details>
							) : (
								<Row service={service} people={people} />
							),
						}))}
					/>
				</Panel>
			)}
			{mayManage ? (
				<>
					<Panel title={empty ? 'Oder selbst eintragen' : 'Leistung hinzufügen'}>
						<ServiceForm key={services.length} {...parts} />
					</Panel>
					{empty ? null : templates}
				</>
			) : null}
			{services.length > 1 ? <PackagesPanel {...{ packages, services, mayManage }} refusal={actionData} /> : null}
			<ResourcesPanel
				{...{ resources, services, mayManage }}
				outOf={mayRearrange ? (resource) => adminPaths.disruptions({ resource }) : undefined}
				refusal={actionData}
			/>
			<ArchiveList rows={archive} mayManage={mayManage} />
		</div>
	)
}

function Row({ service, people }: { service: AdminService; people: { id: string; name: string }[] }) {
	const names = people
		.filter(({ id }) => service.offers.some(({ employee_id }) => employee_id === id))
		.map(({ name }) => name)
	const who = names.length === people.length && names.length > 1 ? 'alle' : names.join(', ') || 'noch niemand'
	return (
		<span className={styles.row}>
			<strong>{service.name}</strong>
			<span className={styles.soft}>
				{service.heading ? `${service.heading} · ` : ''}
				{formatMinutes(service.duration_minutes)} · {service.price_from ? 'ab ' : ''}
				{formatPrice(service.price_cents)} · {who}
				{service.resource_kind ? ` · ${service.resource_kind}` : ''}
			</span>
			{service.addon ? <Badge>Zusatz</Badge> : null}
			{service.day_percent === null ? null : <Badge>Tagespreise</Badge>}
			{wayNote(service) ? <Badge>{wayNote(service)}</Badge> : null}
			{service.active ? null : <Badge kind="waiting">Pausiert</Badge>}
		</span>
	)
}

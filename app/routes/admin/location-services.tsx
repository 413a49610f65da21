import { Form } from 'react-router'
import { requireMember } from '#app/features/company/admin-context.server.ts'
import { requireLocation, submit } from '#app/features/company/commands.server.ts'
import { serviceSchema } from '#app/features/company/company.form.ts'
import { FormMessage, Panel, type Refusal, replyTo, SavedMessage, Tick } from '#app/features/company/form-parts.tsx'
import styles from '#app/features/company/panel.module.css'
import { eurosOf } from '#app/features/company/price.ts'
import { saveService } from '#app/features/company/services.server.ts'
import { formatMinutes } from '#app/lib/dates.ts'
import { fieldOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { formatPrice } from '#app/lib/money.ts'
import { paths } from '#app/lib/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import type { Route } from './+types/location-services.ts'

export async function loader({ context, request, params }: Route.LoaderArgs) {
	const { client, mayManage } = await requireMember(context, request)
	const [services, people, categories] = await Promise.all([
		client
			.from('services')
			.select('*, offers:employee_services(employee_id)')
			.eq('location_id', params.id)
			.order('position')
			.order('name'),
		client.from('employees').select('id, name').eq('location_id', params.id).order('position'),
		client.from('categories').select('id, name').not('parent_id', 'is', null).order('name'),
	])
	return {
		services: invariantData(services),
		people: invariantData(people),
		categories: invariantData(categories),
		mayManage,
	}
}

export async function action({ context, request, params }: Route.ActionArgs) {
	const { client, locationId } = await requireLocation(context, request, params.id)
	const form = await request.formData()
	const people = form.getAll('employee').map((value) => (typeof value === 'string' ? value : ''))
	return submit(form, serviceSchema, paths.adminServices(locationId), (value) =>
		saveService(client, locationId, value, people),
	)
}

type Data = Route.ComponentProps['loaderData']
type Service = Data['services'][number]

/** What can be booked at a location, and who offers it. */
export default function ServicesPage({ loaderData, actionData }: Route.ComponentProps) {
	const { services, mayManage } = loaderData
	return (
		<div className={styles.stack}>
			<SavedMessage refusal={actionData} />
			{services.length > 0 ? (
				<Panel title="Leistungen">
					<ul className={styles.list}>
						{services.map((service) => (
							<li key={service.id}>
								<details className={styles.edit} open={actionData?.form === `service${service.id}` || undefined}>
									<summary>
										{service.name}, {formatMinutes(service.duration_minutes)}, {service.price_from ? 'ab ' : ''}
										{formatPrice(service.price_cents)}
										{service.active ? '' : ' (pausiert)'}
									</summary>
									{mayManage ? <ServiceForm data={loaderData} service={service} refusal={actionData} /> : null}
								</details>
							</li>
						))}
					</ul>
				</Panel>
			) : null}
			{mayManage ? (
				<Panel title={services.length === 0 ? 'Was kann gebucht werden?' : 'Leistung hinzufügen'}>
					<ServiceForm key={services.length} data={loaderData} refusal={actionData} />
				</Panel>
			) : null}
		</div>
	)
}

function ServiceForm({ data, service, refusal }: { data: Data; service?: Service; refusal?: Refusal }) {
	const reply = replyTo(refusal, `service${service?.id ?? ''}`)
	const text = (value: number | null | undefined): string =>
		value === null || value === undefined ? '' : String(value)
	const minutes = (name: string, value: number | null | undefined) => ({
		...fieldOf(reply, name, text(value)),
		inputMode: 'numeric' as const,
	})
	return (
		<Form method="post" noValidate className={styles.form}>
			<FormMessage reply={reply} />
			{service ? <input type="hidden" name="id" value={service.id} /> : null}
			<TextField {...fieldOf(reply, 'name', service?.name)} label="Name der Leistung" maxLength={120} />
			<SelectField {...fieldOf(reply, 'category_id', text(service?.category_id))} label="Kategorie">
				<option value="">Bitte wählen</option>
				{data.categories.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</SelectField>
			<TextField {...minutes('duration_minutes', service?.duration_minutes)} label="Dauer in Minuten" />
			<TextField
				{...fieldOf(reply, 'price', service ? eurosOf(service.price_cents) : '')}
				label="Preis in Euro"
				inputMode="decimal"
			/>
			<TextField
				{...minutes('buffer_before_minutes', service?.buffer_before_minutes ?? 0)}
				label="Puffer davor (Minuten)"
			/>
			<TextField
				{...minutes('buffer_after_minutes', service?.buffer_after_minutes ?? 0)}
				label="Puffer danach (Minuten)"
			/>
			<TextField {...minutes('processing_start', service?.processing_start)} label="Einwirkzeit ab Minute" optional />
			<TextField
				{...minutes('processing_minutes', service?.processing_minutes)}
				label="Dauer der Einwirkzeit"
				optional
			/>
			<TextArea
				{...fieldOf(reply, 'description', service?.description)}
				label="Beschreibung"
				optional
				className={styles.full}
			/>
			<fieldset className={`${styles.full} ${styles.form}`}>
				<legend>Wer bietet das an?</legend>
				{data.people.map(({ id, name }) => (
					<Tick
						key={id}
						name="employee"
						value={id}
						label={name}
						checked={service ? service.offers.some(({ employee_id }) => employee_id === id) : true}
					/>
				))}
			</fieldset>
			<Tick name="price_from" label="Preis ist ein Ab-Preis" checked={service?.price_from} />
			<Tick name="active" label="Buchbar" checked={service?.active ?? true} />
			<Button name="intent" value="service" kind={service ? 'secondary' : 'primary'} className={styles.full}>
				{service ? 'Speichern' : 'Hinzufügen'}
			</Button>
		</Form>
	)
}

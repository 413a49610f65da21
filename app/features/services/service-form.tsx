import { Form } from 'react-router'
import { fieldOf, tickOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import { FormMessage, type Refusal, replyTo, Tick } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { WAY_NAMES, WAYS } from './booking-way.ts'
import { eurosOf } from './price.ts'
import { serviceTyped } from './service.edit.ts'
import { ServicePlace } from './service-place.tsx'
import { ServiceTest } from './service-test.tsx'
import { ServiceVatFields } from './service-vat-fields.tsx'
import { ServiceOffers } from './service-offers.tsx'
import type { AdminService } from './services.server.ts'
import { useShown } from '#app/ui/use-shown.ts'

type Props = {
	people: { id: string; name: string }[]
	categories: { id: number; name: string }[]
	/** Kinds of resources of the location. */
	kinds: string[]
	/** All services of the location. */
	services: AdminService[]
	service?: AdminService
	refusal?: Refusal
}

/** A service: what it is, how long, how much, and who offers it. */
export function ServiceForm({ people, categories, kinds, services, service, refusal }: Props) {
	const reply = replyTo(refusal, `service${service?.id ?? ''}`)
	const shown = useShown(reply, service ? serviceTyped(service, people) : {})
	const text = (value: number | null | undefined): string =>
		value === null || value === undefined ? '' : String(value)
	const minutes = (name: string, value: number | null | undefined) => ({
		...fieldOf(reply, name, text(value)),
		inputMode: 'numeric' as const,
	})
	const own = fieldOf(reply, 'resource_kind', service?.resource_kind ?? '').defaultValue
	const needs = own && !kinds.includes(own) ? [...kinds, own] : kinds
	const extras =
		Boolean(reply?.error) ||
		[service?.buffer_before_minutes, service?.buffer_after_minutes, service?.processing_minutes].some(Boolean)
	return (
		<Form method="post" noValidate className={styles.form} preventScrollReset={service !== undefined} key={shown}>
			<FormMessage reply={reply} />
			{service ? (
				<>
					<input type="hidden" name="id" value={service.id} />
					<input type="hidden" name="shown" value={shown} />
				</>
			) : null}
			{service?.family ? (
				<>
					<TextField
						{...fieldOf(reply, 'family', service.family)}
						label="Gemeinsamer Name"
						hint="Gilt für alle Varianten."
						maxLength={75}
					/>
					<TextField {...fieldOf(reply, 'variant', service.variant)} label="Name der Variante" maxLength={40} />
				</>
			) : (
				<TextField {...fieldOf(reply, 'name', service?.name)} label="Name der Leistung" maxLength={120} />
			)}
			<SelectField {...fieldOf(reply, 'category_id', text(service?.category_id))} label="Kategorie">
				<option value="">Bitte wählen</option>
				{categories.map(({ id, name }) => (
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
			<TextArea
				{...fieldOf(reply, 'description', service?.description)}
				label="Beschreibung"
				optional
				className={styles.full}
			/>
			{needs.length > 0 ? (
				<SelectField
					{...fieldOf(reply, 'resource_kind', own)}
					label="Braucht außerdem"
					optional
					className={styles.full}
				>
					<option value="">Nichts weiter</option>
					{needs.map((kind) => (
						<option key={kind} value={kind}>
							{kind}
						</option>
					))}
				</SelectField>
			) : null}
			<ServicePlace {...{ services, service, reply }} />
			<ServiceTest {...{ services, service, reply }} />
			<ServiceOffers people={people} service={service} reply={reply} />
			<details className={`${styles.full} ${styles.edit}`} open={extras || undefined}>
				<summary>Puffer und Einwirkzeit</summary>
				<div className={styles.form}>
					<TextField
						{...minutes('buffer_before_minutes', service?.buffer_before_minutes ?? 0)}
						label="Puffer davor (Minuten)"
					/>
					<TextField
						{...minutes('buffer_after_minutes', service?.buffer_after_minutes ?? 0)}
						label="Puffer danach (Minuten)"
					/>
					<TextField
						{...minutes('processing_start', service?.processing_start)}
						label="Einwirkzeit ab Minute"
						optional
					/>
					<TextField
						{...minutes('processing_minutes', service?.processing_minutes)}
						label="Dauer der Einwirkzeit"
						optional
					/>
				</div>
			</details>
			<ServiceVatFields service={service} reply={reply} />
			<SelectField {...fieldOf(reply, 'booking_way', service?.booking_way ?? 'online')} label="Wie buchbar?">
				{WAYS.map((way) => (
					<option key={way} value={way}>
						{WAY_NAMES[way]}
					</option>
				))}
			</SelectField>
			<Tick
				name="new_by_request"
				label="Neue Kund:innen nur auf Anfrage"
				checked={tickOf(reply, 'new_by_request', service?.new_by_request)}
			/>
			<Tick
				name="price_from"
				label="Preis ist ein Ab-Preis"
				checked={tickOf(reply, 'price_from', service?.price_from)}
			/>
			<Tick name="active" label="Buchbar" checked={tickOf(reply, 'active', service?.active ?? true)} />
			<Button name="intent" value="service" kind={service ? 'secondary' : 'primary'} className={styles.send}>
				{service ? 'Speichern' : 'Hinzufügen'}
			</Button>
		</Form>
	)
}

import { Form } from 'react-router'
import { fieldOf, tickOf } from '#app/lib/form.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field-error.tsx'
import { FormMessage, type Refusal, replyTo, Tick } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { SelectField, TextArea, TextField } from '#app/ui/text-field.tsx'
import { takesFocus } from '#app/ui/use-answer-focus.ts'
import { useShown } from '#app/ui/use-shown.ts'
import { MOST_PARTS, packageTyped, partsOf } from './package.ts'
import type { ServicePackage } from './packages.server.ts'
import { eurosOf } from './price.ts'
import type { AdminService } from './services.server.ts'

/** How many choices of a service stand open. */
const SHOWN_PARTS = 4

type Props = { services: AdminService[]; known?: ServicePackage; refusal?: Refusal }

/** A package: what it is called, what it costs, and its services in the order in which they are performed. */
export function PackageForm({ services, known, refusal }: Props) {
	const reply = replyTo(refusal, `package${known?.id ?? ''}`)
	const shown = useShown(reply, known ? packageTyped(known) : {})
	const parts = fieldOf(reply, 'services', known?.services.join(' '))
	const chosen = partsOf(parts.defaultValue)
	const id = `package-${known?.id ?? 'new'}`
	const choice = (index: number) => (
		<SelectField
			key={index}
			id={`${id}-part-${index}`}
			name="part"
			label={`${index + 1}. Leistung`}
			defaultValue={chosen[index] ?? ''}
			optional={index > 1}
		>
			<option value="">Bitte wählen</option>
			{chosen[index] && !services.some((service) => service.id === chosen[index]) ? (
				<option value={chosen[index]}>Leistung im Archiv</option>
			) : null}
			{services.map((service) => (
				<option key={service.id} value={service.id}>
					{service.name} · {formatMinutes(service.duration_minutes)}
				</option>
			))}
		</SelectField>
	)
	const turns = Array.from({ length: Math.min(MOST_PARTS, services.length) }, (_, index) => index)
	const open = Math.max(SHOWN_PARTS, chosen.length)
	return (
		<Form method="post" noValidate className={styles.form} key={shown} preventScrollReset>
			<FormMessage reply={reply} />
			{known ? (
				<>
					<input type="hidden" name="id" value={known.id} />
					<input type="hidden" name="shown" value={shown} />
				</>
			) : null}
			<TextField {...fieldOf(reply, 'name', known?.name)} label="Name des Pakets" maxLength={120} />
			<TextField
				{...fieldOf(reply, 'price', known ? eurosOf(known.cents) : '')}
				label="Preis des Pakets in Euro"
				inputMode="decimal"
			/>
			<TextArea
				{...fieldOf(reply, 'description', known?.description)}
				label="Beschreibung des Pakets"
				maxLength={1000}
				className={styles.full}
				optional
			/>
			<fieldset
				className={styles.ticks}
				aria-describedby={parts.error ? `${id}-error` : undefined}
				{...(parts.error && takesFocus)}
			>
				<legend>Leistungen in ihrer Reihenfolge</legend>
				{parts.error ? <FieldError id={`${id}-error`}>{parts.error}</FieldError> : null}
				<div className={styles.form}>{turns.slice(0, open).map(choice)}</div>
				{turns.length > open ? (
					<details className={styles.edit}>
						<summary>Mehr Leistungen (höchstens {turns.length})</summary>
						<div className={styles.form}>{turns.slice(open).map(choice)}</div>
					</details>
				) : null}
			</fieldset>
			{known ? <Tick name="active" label="Buchbar" checked={tickOf(reply, 'active', known.active)} /> : null}
			<Button kind="secondary" name="intent" value="package" className={styles.send}>
				{known ? 'Speichern' : 'Paket anlegen'}
			</Button>
		</Form>
	)
}

import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { Tick } from '#app/ui/form-parts.tsx'
import styles from './service-offers.module.css'
import { eurosOf } from './price.ts'
import type { AdminService } from './services.server.ts'

type Props = { people: { id: string; name: string }[]; service?: AdminService; reply?: FormReply }

/** Who offers a service, with their own duration and price where these differ. */
export function ServiceOffers({ people, service, reply }: Props) {
	const typed = reply?.initialValue?.employee
	const chosen = new Set(Array.isArray(typed) ? typed : typeof typed === 'string' ? [typed] : [])
	return (
		<fieldset className={styles.offers}>
			<legend>Wer bietet das an?</legend>
			<p className={styles.hint}>Eigene Dauer und eigener Preis gelten, wenn sie ausgefüllt sind.</p>
			{people.length === 0 ? <p>Noch niemand im Team. Legen Sie danach fest, wer die Leistung anbietet.</p> : null}
			{people.map(({ id, name }) => {
				const offer = service?.offers.find(({ employee_id }) => employee_id === id)
				return (
					<div key={id} className={styles.offer}>
						<Tick
							name="employee"
							value={id}
							label={name}
							checked={reply ? chosen.has(id) : service ? offer !== undefined : true}
						/>
						<Own
							{...fieldOf(reply, `minutes-${id}`, offer?.duration_minutes ? String(offer.duration_minutes) : '')}
							label={`${name}: eigene Dauer (Min.)`}
							unit="Min."
							inputMode="numeric"
							placeholder={service ? String(service.duration_minutes) : ''}
						/>
						<Own
							{...fieldOf(
								reply,
								`price-${id}`,
								typeof offer?.price_cents === 'number' ? eurosOf(offer.price_cents) : '',
							)}
							label={`${name}: eigener Preis (€)`}
							unit="€"
							inputMode="decimal"
							placeholder={service ? eurosOf(service.price_cents) : ''}
						/>
					</div>
				)
			})}
		</fieldset>
	)
}

type OwnProps = {
	name: string
	label: string
	unit: string
	defaultValue: string
	error?: string
	inputMode: 'numeric' | 'decimal'
	placeholder: string
}

function Own({ name, label, unit, error, ...input }: OwnProps) {
	return (
		<span className={styles.own}>
			<input
				name={name}
				aria-label={label}
				aria-invalid={error ? true : undefined}
				aria-describedby={error ? `${name}-error` : undefined}
				{...input}
			/>
			<span aria-hidden="true">{unit}</span>
			{error ? (
				<span id={`${name}-error`} className={styles.error}>
					{error}
				</span>
			) : null}
		</span>
	)
}

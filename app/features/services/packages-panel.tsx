import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice, priceText } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field-error.tsx'
import { FormMessage, Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import type { ServicePackage } from './packages.server.ts'
import type { AdminService } from './services.server.ts'

/** How many services the form offers for a package. */
const MOST_PARTS = 5

type Props = { packages: ServicePackage[]; services: AdminService[]; mayManage: boolean; refusal?: Refusal }

/** The packages of a location, and a form for another one. */
export function PackagesPanel({ packages, services, mayManage, refusal }: Props) {
	const reply = replyTo(refusal, 'package')
	const typed = [reply?.initialValue?.services].flat()
	const { error } = fieldOf(reply, 'services')
	const named = (id: string): string => services.find((service) => service.id === id)?.name ?? ''
	const sum = (ids: string[]): number =>
		ids.reduce((cents, id) => cents + (services.find((service) => service.id === id)?.price_cents ?? 0), 0)
	return (
		<Panel title="Pakete">
			<p className={styles.soft}>
				Mehrere Leistungen nacheinander zu einem eigenen Preis. Wer ein Paket bucht, bekommt einen Termin mit allen
				Leistungen.
			</p>
			{packages.map((one) => (
				<Form key={one.id} method="post" className={styles.remove} preventScrollReset>
					<input type="hidden" name="id" value={one.id} />
					<span>
						<strong>{one.name}</strong>{' '}
						<span className={styles.soft}>
							{one.services.map(named).join(' + ')} · {priceText(one.cents)} · einzeln {formatPrice(sum(one.services))}
						</span>
					</span>
					{mayManage ? (
						<Button kind="plain" name="intent" value="package-remove" aria-label={`Paket ${one.name} entfernen`}>
							Entfernen
						</Button>
					) : null}
				</Form>
			))}
			{mayManage ? (
				<details className={styles.edit} open={reply ? true : undefined}>
					<summary>Paket hinzufügen</summary>
					<Form method="post" noValidate className={styles.form} preventScrollReset>
						<FormMessage reply={reply} />
						<TextField {...fieldOf(reply, 'name')} label="Name des Pakets" maxLength={120} />
						<TextField {...fieldOf(reply, 'price')} label="Preis des Pakets in Euro" inputMode="decimal" />
						<TextField
							{...fieldOf(reply, 'description')}
							label="Beschreibung des Pakets"
							maxLength={1000}
							className={styles.full}
							optional
						/>
						{Array.from({ length: MOST_PARTS }, (_, index) => (
							<SelectField
								key={index}
								id={`package-part-${index}`}
								name="services"
								label={`${index + 1}. Leistung`}
								defaultValue={typeof typed[index] === 'string' ? typed[index] : ''}
								optional={index > 1}
							>
								<option value="">Bitte wählen</option>
								{services.map(({ id, name, duration_minutes: minutes }) => (
									<option key={id} value={id}>
										{name} · {formatMinutes(minutes)}
									</option>
								))}
							</SelectField>
						))}
						{error ? <FieldError id="package-services-error">{error}</FieldError> : null}
						<Button kind="secondary" name="intent" value="package" className={styles.send}>
							Paket anlegen
						</Button>
					</Form>
				</details>
			) : null}
		</Panel>
	)
}

import { fieldOf, type FormReply, tickOf } from '#app/lib/form.ts'
import { Tick, Ticks } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import { FieldError } from '#app/ui/field-error.tsx'
import type { AdminService } from './services.server.ts'

type Props = { services: AdminService[]; service?: AdminService; reply?: FormReply }

/** Where a service is listed, and with which others it goes as an add-on. */
export function ServicePlace({ services, service, reply }: Props) {
	const headings = [...new Set(services.map(({ heading }) => heading).filter(Boolean))]
	const typed = reply?.initialValue?.addon_to
	const ticked = reply ? [typed].flat().filter((id) => typeof id === 'string') : (service?.addon_to ?? [])
	const others = services.filter(({ id, addon }) => id !== service?.id && !addon)
	const addon = tickOf(reply, 'addon', service?.addon)
	const { error } = fieldOf(reply, 'addon_to')
	return (
		<>
			<TextField
				{...fieldOf(reply, 'heading', service?.heading)}
				label="Überschrift"
				hint="Unter ihr steht die Leistung auf Ihrer Seite, zum Beispiel Damen. Leer: unter der Kategorie."
				list="service-headings"
				maxLength={60}
				optional
			/>
			<datalist id="service-headings">
				{headings.map((heading) => (
					<option key={heading} value={heading} />
				))}
			</datalist>
			{others.length > 0 ? (
				<details className={`${styles.full} ${styles.edit}`} open={addon || error ? true : undefined}>
					<summary>Zusatz zu anderen Leistungen</summary>
					<Tick
						name="addon"
						label="Ist ein Zusatz: online nur zusammen mit einer dieser Leistungen buchbar"
						checked={addon}
					/>
					{error ? <FieldError id={`addon-error-${service?.id ?? ''}`}>{error}</FieldError> : null}
					<Ticks
						legend="Zusatz"
						name="addon_to"
						choices={others.map(({ id, name }) => [id, `zu ${name}`])}
						ticked={ticked}
					/>
				</details>
			) : null}
		</>
	)
}

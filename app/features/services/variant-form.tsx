import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'
import { eurosOf } from './price.ts'
import type { AdminService } from './services.server.ts'

/** Adds a variant, for example "lang" beside "kurz"; buffers, people and texts are those of the service. */
export function VariantForm({ service, refusal }: { service: AdminService; refusal?: Refusal }) {
	const reply = replyTo(refusal, `variant${service.id}`)
	return (
		<details className={styles.edit} open={reply ? true : undefined}>
			<summary>
				{service.family ? 'Weitere Variante hinzufügen' : 'In Varianten aufteilen (kurz, mittel, lang)'}
			</summary>
			<Form method="post" noValidate className={styles.form} preventScrollReset>
				<FormMessage reply={reply} />
				<input type="hidden" name="id" value={service.id} />
				{service.family ? null : (
					<>
						<TextField
							{...fieldOf(reply, 'family', service.name.slice(0, 75))}
							label="Gemeinsamer Name"
							hint="Kund:innen sehen ihn einmal und wählen dann die Variante."
							maxLength={75}
						/>
						<TextField
							{...fieldOf(reply, 'own')}
							label="Die bisherige Leistung heißt darin"
							hint="Zum Beispiel kurz."
							maxLength={40}
						/>
					</>
				)}
				<TextField {...fieldOf(reply, 'variant')} label="Neue Variante" hint="Zum Beispiel lang." maxLength={40} />
				<TextField
					{...fieldOf(reply, 'minutes', String(service.duration_minutes))}
					label="Dauer der neuen Variante in Minuten"
					inputMode="numeric"
				/>
				<TextField
					{...fieldOf(reply, 'price', eurosOf(service.price_cents))}
					label="Preis der neuen Variante in Euro"
					inputMode="decimal"
				/>
				<Button kind="secondary" name="intent" value="variant" className={styles.send}>
					Variante hinzufügen
				</Button>
			</Form>
		</details>
	)
}

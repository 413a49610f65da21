import { fieldOf, type FormReply } from '#app/lib/form.ts'
import { formatMinutes } from '#app/lib/minutes.ts'
import styles from '#app/ui/panel.module.css'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { TEST_DAYS, TEST_HOURS } from './test-before.ts'
import type { AdminService } from './services.server.ts'

type Props = { services: AdminService[]; service?: AdminService; reply?: FormReply }

/** Which test a service needs before, for example a patch test before colour. */
export function ServiceTest({ services, service, reply }: Props) {
	const others = services.filter(({ id }) => id !== service?.id)
	const test = fieldOf(reply, 'test_service_id', service?.test?.test_service_id ?? '')
	const open = Boolean(test.defaultValue || fieldOf(reply, 'test_days').error)
	if (others.length === 0) return null
	return (
		<details className={`${styles.full} ${styles.edit}`} open={open || undefined}>
			<summary>Verträglichkeitstest vorher</summary>
			<div className={styles.form}>
				<SelectField {...test} label="Braucht vorher" className={styles.full}>
					<option value="">keinen Test</option>
					{others.map(({ id, name, duration_minutes: minutes }) => (
						<option key={id} value={id}>
							{name} · {formatMinutes(minutes)}
						</option>
					))}
				</SelectField>
				<TextField
					{...fieldOf(reply, 'test_hours', String(service?.test?.hours ?? TEST_HOURS))}
					label="Mindestens so viele Stunden vorher"
					inputMode="numeric"
				/>
				<TextField
					{...fieldOf(reply, 'test_days', String(service?.test?.days ?? TEST_DAYS))}
					label="Der Test gilt so viele Tage"
					inputMode="numeric"
				/>
				<p className={`${styles.soft} ${styles.full}`}>
					Ohne Test ist die Leistung online nicht buchbar. Wer ihn gebucht oder hinter sich hat, wird mit dem Konto oder
					in demselben Browser erkannt. Von Hand können Sie sie trotz des Hinweises eintragen.
				</p>
			</div>
		</details>
	)
}

import { fieldOf, type FormReply } from '#app/lib/form.ts'
import panel from '#app/ui/panel.module.css'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { SERVICE_VATS, VAT_NAMES } from './service-vat.ts'
import type { AdminService } from './services.server.ts'

/** The VAT in the price, for invoices. Folded away, since most services have the usual rate. */
export function ServiceVatFields({ service, reply }: { service?: AdminService; reply?: FormReply }) {
	const { defaultValue: chosen, ...vat } = fieldOf(reply, 'vat', service?.vat ?? '19')
	return (
		<details className={`${panel.full} ${panel.edit}`} open={chosen !== '19' || Boolean(reply?.error) || undefined}>
			<summary>Umsatzsteuer: {VAT_NAMES[service?.vat ?? '19']}</summary>
			<div className={panel.form}>
				<SelectField {...vat} defaultValue={chosen} label="Umsatzsteuer" hint="Gilt nicht für Kleinunternehmen.">
					{SERVICE_VATS.map((one) => (
						<option key={one} value={one}>
							{VAT_NAMES[one]}
						</option>
					))}
				</SelectField>
				<TextField
					{...fieldOf(reply, 'vat_reason', service?.vat_reason)}
					label="Grund der Steuerbefreiung"
					hint="Nur wenn steuerfrei, zum Beispiel: Heilbehandlung nach § 4 Nr. 14 UStG"
					maxLength={160}
					optional
				/>
			</div>
		</details>
	)
}

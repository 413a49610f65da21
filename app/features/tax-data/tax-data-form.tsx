import { Form } from 'react-router'
import { fieldOf, type FormReply, tickOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field-error.tsx'
import { FormMessage, Tick } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import { TAX_LABELS, type TaxData, TAXPAYERS, taxTyped } from './tax-data.ts'
import styles from './tax-data.module.css'

type Props = { kept: TaxData | null; countries: (readonly [code: string, name: string])[]; reply?: FormReply }
const plain = { autoComplete: 'off', spellCheck: false }

/** Who offers, under which tax number, and to which account money goes. It may be saved while something is still missing. */
export function TaxDataForm({ kept, countries, reply }: Props) {
	const typed = taxTyped(kept)
	const shown = useShown(reply, typed)
	const field = (name: keyof TaxData) => ({ ...fieldOf(reply, name, String(typed[name])), label: TAX_LABELS[name] })
	const { error, defaultValue: chosen } = field('taxpayer')
	const options = countries.map(([code, name]) => (
		<option key={code} value={code}>
			{name}
		</option>
	))
	return (
		<Form method="post" noValidate key={shown} className={`${panel.form} ${styles.form}`}>
			<FormMessage reply={reply} />
			<input type="hidden" name="shown" value={shown} />
			<fieldset className={panel.ticks} aria-describedby={error ? 'taxpayer-error' : undefined}>
				<legend>{TAX_LABELS.taxpayer}</legend>
				{Object.entries(TAXPAYERS).map(([taxpayer, { name, words }]) => (
					<label key={taxpayer} className={panel.check}>
						<input type="radio" name="taxpayer" value={taxpayer} defaultChecked={taxpayer === chosen} required />
						<span>
							{name} <span className={panel.soft}>{words}</span>
						</span>
					</label>
				))}
				{error ? <FieldError id="taxpayer-error">{error}</FieldError> : null}
			</fieldset>
			<div className={`${panel.form} ${panel.full} ${styles.person}`}>
				<TextField {...field('first_name')} autoComplete="given-name" maxLength={80} />
				<TextField {...field('last_name')} autoComplete="family-name" maxLength={80} />
				<TextField
					{...field('street')}
					hint="Wo Sie wohnen, nicht wo Sie arbeiten"
					autoComplete="street-address"
					maxLength={120}
				/>
				<TextField {...field('postal_code')} autoComplete="postal-code" maxLength={12} />
				<TextField {...field('city')} autoComplete="address-level2" maxLength={80} />
				<SelectField {...field('country')} autoComplete="country">
					{options}
				</SelectField>
				<TextField {...field('birthday')} hint="Zum Beispiel: 24.12.1980" autoComplete="bday" />
				<TextField
					{...field('tax_id')}
					hint="Elf Ziffern, steht im Steuerbescheid; sonst die Nummer Ihres Landes"
					{...plain}
				/>
			</div>
			<div className={`${panel.form} ${panel.full} ${styles.firm}`}>
				<TextField {...field('tax_number')} hint="Zum Beispiel: 29/815/08150 oder DE123456788-00001" {...plain} />
				<div className={panel.full}>
					<Tick
						name="unregistered"
						label="Wir stehen in keinem Register, zum Beispiel als GbR ohne Eintrag."
						checked={tickOf(reply, 'unregistered', kept?.unregistered)}
					/>
				</div>
			</div>
			<SelectField {...field('tax_country')} className={styles.either}>
				{options}
			</SelectField>
			<TextField {...field('iban')} hint="Das Konto, auf dem Ihre Einnahmen eingehen" {...plain} />
			<TextField
				{...field('account_holder')}
				hint="Nur wenn jemand anders"
				autoComplete="off"
				maxLength={120}
				optional
			/>
			<Button name="intent" value="tax-data" className={panel.send}>
				Speichern
			</Button>
		</Form>
	)
}

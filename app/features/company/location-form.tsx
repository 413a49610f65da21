import { Form, Link } from 'react-router'
import type { Database } from '#app/database.types.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { fieldOf, type FormReply, ticksOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'
import { FormMessage, Panel, Ticks } from '#app/ui/form-parts.tsx'
import { ATTRIBUTES, KNOWN, locationTyped, SPOKEN } from './location.edit.ts'
import styles from '#app/ui/panel.module.css'
import { useShown } from '#app/ui/use-shown.ts'

type Props = { location: Database['public']['Tables']['locations']['Row']; disabled: boolean; reply?: FormReply }

/** The data of a location that visitors see. */
export function LocationForm({ location, disabled, reply }: Props) {
	const shown = useShown(reply, locationTyped(location))
	const attributes = ticksOf(reply, 'attributes', location.attributes)
	return (
		<Form method="post" noValidate key={shown}>
			<fieldset disabled={disabled} className={`${styles.bare} ${styles.stack}`}>
				<Panel title="Angaben">
					<div className={styles.form}>
						<FormMessage reply={reply} />
						<input type="hidden" name="shown" value={shown} />
						<TextField {...fieldOf(reply, 'name', location.name)} label="Name" />
						<TextField
							{...fieldOf(reply, 'slug', location.slug)}
							label="Internetadresse"
							hint="Ihre Seite: /listings/…"
						/>
						<TextField {...fieldOf(reply, 'street', location.street)} label="Straße und Hausnummer" />
						<TextField
							{...fieldOf(reply, 'postal_code', location.postal_code)}
							label="Postleitzahl"
							hint={location.city ? `Ort: ${location.city}` : 'Der Ort ergibt sich daraus.'}
							inputMode="numeric"
							maxLength={5}
						/>
						<TextField {...fieldOf(reply, 'phone', location.phone)} label="Telefon" type="tel" optional />
						<TextField {...fieldOf(reply, 'email', location.email)} label="E-Mail" type="email" optional />
						<TextField {...fieldOf(reply, 'website', location.website)} label="Webseite" type="url" optional />
						<TextArea
							{...fieldOf(reply, 'description', location.description)}
							label="Beschreibung"
							className={styles.full}
							optional
						/>
						<Ticks legend="Merkmale" name="attributes" choices={ATTRIBUTES} ticked={attributes} />
						<Ticks
							legend="Sprachen am Standort"
							hint="Neben Deutsch. Im Team lassen sich andere je Person angeben."
							name="attributes"
							choices={SPOKEN}
							ticked={attributes}
						/>
						{/* Attributes that this form does not know are kept. */}
						{attributes
							.filter((value) => !KNOWN.has(value))
							.map((value) => (
								<input key={value} type="hidden" name="attributes" value={value} />
							))}
						{disabled ? null : (
							<Button name="intent" value="save" className={styles.send}>
								Speichern
							</Button>
						)}
					</div>
					<p className={styles.line}>
						<Link to={adminPaths.settings({ standort: location.id })}>Buchungsregeln und Absagefrist</Link>
					</p>
				</Panel>
			</fieldset>
		</Form>
	)
}

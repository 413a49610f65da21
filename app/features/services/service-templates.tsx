import { Form } from 'react-router'
import { formatMinutes } from '#app/lib/minutes.ts'
import { formatPrice } from '#app/lib/money.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { FormMessage, Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import styles from '#app/ui/panel.module.css'
import own from './service-templates.module.css'
import type { TemplateGroup } from './service-templates.server.ts'

type Props = {
	branches: { id: number; name: string }[]
	branch: number | null
	groups: TemplateGroup[]
	first: boolean
	/** The step of the setup that the page shows. */
	step?: string
	refusal?: Refusal
}

/** Typical services of a branch to start from; durations and prices can be changed afterwards. */
export function ServiceTemplates({ branches, branch, groups, first, step, refusal }: Props) {
	return (
		<Panel title={first ? 'Mit Vorschlägen beginnen' : 'Aus Vorschlägen hinzufügen'}>
			<p className={styles.soft}>
				Wählen Sie Ihre Branche und haken Sie an, was Sie anbieten. Dauer und Preis passen Sie danach an.
			</p>
			<Form method="get" className={own.branch} preventScrollReset>
				{step ? <input type="hidden" name="schritt" value={step} /> : null}
				<SelectField
					label="Branche"
					name="branche"
					defaultValue={branch ?? ''}
					onChange={(event) => event.currentTarget.form?.requestSubmit()}
				>
					<option value="">Bitte wählen</option>
					{branches.map(({ id, name }) => (
						<option key={id} value={id}>
							{name}
						</option>
					))}
				</SelectField>
				<Button kind="secondary">Vorschläge zeigen</Button>
			</Form>
			{groups.length > 0 ? (
				<Form method="post">
					<FormMessage reply={replyTo(refusal, 'templates')} />
					<input type="hidden" name="branch" value={branch ?? ''} />
					{groups.map(({ id, name, templates }) => (
						<fieldset key={id} className={own.group}>
							<legend>{name}</legend>
							{templates.map(({ key, name: service, minutes, cents }) => (
								<label key={key} className={own.template}>
									<input type="checkbox" name="template" value={key} />
									<span>{service}</span>
									<span className={styles.soft}>
										{formatMinutes(minutes)} · {formatPrice(cents)}
									</span>
								</label>
							))}
						</fieldset>
					))}
					<Button name="intent" value="templates">
						Angehakte übernehmen
					</Button>
				</Form>
			) : null}
		</Panel>
	)
}

import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { Unsaved } from '#app/ui/unsaved.tsx'
import { TextArea, TextField } from '#app/ui/text-field.tsx'

type Template = { id: string; name: string; text: string }
type Props = {
	templates: Template[]
	/** What was typed when the last form was refused. */
	typed?: Record<string, string>
}

/** The texts that offers can begin with. */
export function Templates({ templates, typed }: Props) {
	return (
		<div className={panel.stack}>
			{templates.map((template) => (
				<Panel key={template.id} title={template.name}>
					<Fields template={template} typed={typed?.id === template.id ? typed : undefined} />
				</Panel>
			))}
			<Panel title="Neue Vorlage">
				{/* Empty again after a template was added. */}
				<Fields key={templates.length} typed={typed?.id === '' ? typed : undefined} />
			</Panel>
		</div>
	)
}

function Fields({ template, typed }: { template?: Template; typed?: Record<string, string> }) {
	return (
		<Form method="post" preventScrollReset className={panel.form}>
			<input type="hidden" name="id" value={template?.id ?? ''} />
			<Unsaved when={typed !== undefined} />
			<TextField
				label="Name"
				name="name"
				maxLength={60}
				defaultValue={typed?.name ?? template?.name}
				autoComplete="off"
				className={panel.full}
			/>
			<TextArea
				label="Text"
				name="text"
				hint="Adressen, Nummern und Links werden erst nach der Buchung sichtbar."
				maxLength={1000}
				rows={3}
				defaultValue={typed?.text ?? template?.text}
				className={panel.full}
			/>
			<div className={panel.line}>
				<Button name="intent" value="save-template" kind={template ? 'secondary' : 'primary'}>
					{template ? 'Speichern' : 'Vorlage anlegen'}
				</Button>
				{template ? (
					<Button
						name="intent"
						value="delete-template"
						kind="danger"
						formNoValidate
						aria-label={`Vorlage „${template.name}“ löschen`}
					>
						Löschen
					</Button>
				) : null}
			</div>
		</Form>
	)
}

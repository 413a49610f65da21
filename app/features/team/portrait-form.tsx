import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, type Refusal, rowReply } from '#app/ui/form-parts.tsx'
import panel from '#app/ui/panel.module.css'
import { Portrait } from '#app/ui/portrait.tsx'
import { TextField } from '#app/ui/text-field.tsx'

type Props = { person: { id: string; name: string; image_path: string }; refusal?: Refusal }

/** The photo of a person: what it is, another one, none. */
export function PortraitForm({ person: { id, name, image_path: path }, refusal }: Props) {
	return (
		<Form method="post" encType="multipart/form-data" className={panel.form} key={path} noValidate preventScrollReset>
			<FormMessage reply={rowReply(refusal, `portrait${id}`, `remove-portrait${id}`)} />
			<input type="hidden" name="id" value={id} />
			<input type="hidden" name="portrait" value={path} />
			<div className={panel.line}>
				<Portrait path={path} name={name} />
				<p className={panel.soft}>
					{path
						? 'Dieses Foto steht auf Ihrer Seite beim Team.'
						: 'Noch kein Foto. Auf Ihrer Seite stehen die Initialen.'}
				</p>
			</div>
			<TextField
				label={path ? `Anderes Foto von ${name}` : `Foto von ${name}`}
				name="file"
				type="file"
				accept="image/*"
				hint="JPEG, PNG oder WebP bis 10 MB; wir nehmen die Mitte. Bitte nur mit Einverständnis der Person."
			/>
			<div className={panel.line}>
				<Button kind="secondary" name="intent" value="portrait">
					Foto hochladen
				</Button>
				{path ? (
					<Button kind="plain" name="intent" value="remove-portrait">
						Foto entfernen
					</Button>
				) : null}
			</div>
		</Form>
	)
}

import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, Panel, type Refusal, rowReply } from '#app/ui/form-parts.tsx'
import { PlaceLogo } from '#app/ui/place-logo.tsx'
import panel from '#app/ui/panel.module.css'
import { TextField } from '#app/ui/text-field.tsx'

type Props = { path: string; mayManage: boolean; refusal?: Refusal }

/** The logo of a location: what it is, another one, none. */
export function LogoPanel({ path, mayManage, refusal }: Props) {
	return (
		<Panel title="Logo">
			<div className={panel.line} id="logo">
				<PlaceLogo path={path} />
				<p className={panel.soft}>
					{path
						? 'Es steht auf Ihrer Seite, beim Buchen und in den E-Mails an Ihre Kund:innen.'
						: 'Noch kein Logo. Es steht dann auf Ihrer Seite, beim Buchen und in den E-Mails an Ihre Kund:innen.'}
				</p>
			</div>
			{mayManage ? (
				<Form method="post" encType="multipart/form-data" className={panel.form} key={path} noValidate>
					<FormMessage reply={rowReply(refusal, 'logo', 'remove-logo')} />
					<input type="hidden" name="logo" value={path} />
					<TextField
						label={path ? 'Anderes Logo' : 'Datei'}
						name="file"
						type="file"
						accept="image/*"
						hint="PNG, JPEG oder WebP bis 10 MB, am besten quadratisch"
					/>
					<div className={panel.line}>
						<Button kind="secondary" name="intent" value="logo">
							Logo hochladen
						</Button>
						{path ? (
							<Button kind="plain" name="intent" value="remove-logo">
								Logo entfernen
							</Button>
						) : null}
					</div>
				</Form>
			) : null}
		</Panel>
	)
}

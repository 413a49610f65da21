import { Form, Link } from 'react-router'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SelectField } from '#app/ui/text-field.tsx'
import { FormMessage, Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import { DUTY_NAMES, type Role } from './members.ts'
import panel from '#app/ui/panel.module.css'

type Props = {
	/** The lowest role that must use a second factor; null when nobody must. */
	duty: Role | null
	owner: boolean
	/** Whether this session has used a second factor. */
	second: boolean
	refusal?: Refusal
}

/** Who needs a second factor to see the company's data. Owners decide, after they have set up their own. */
export function DutyPanel({ duty, owner, second, refusal }: Props) {
	const now = duty ? `Zurzeit nötig für ${DUTY_NAMES[duty]}.` : 'Zurzeit freiwillig.'
	return (
		<Panel title="Zwei-Faktor-Anmeldung">
			<p className={panel.soft}>
				{now} Wo sie nötig ist, zeigt das Passwort allein keine Daten dieses Unternehmens. Wer noch keine hat, richtet
				sie beim nächsten Öffnen ein.
			</p>
			{owner && !second ? (
				<Notice>
					<p>
						Um sie zur Pflicht zu machen, brauchen Sie selbst eine:{' '}
						<Link to={adminPaths.profileSecurity()}>Zwei-Faktor-Anmeldung einrichten</Link>
					</p>
				</Notice>
			) : null}
			{owner && second ? (
				<Form method="post" className={panel.form} key={duty} preventScrollReset>
					<FormMessage reply={replyTo(refusal, 'duty')} />
					<SelectField name="from" label="Nötig für" defaultValue={duty ?? 'none'}>
						<option value="none">Niemanden (freiwillig)</option>
						<option value="owner">Inhaber:innen</option>
						<option value="manager">Leitung und Inhaber:innen</option>
						<option value="reception">Empfang, Leitung und Inhaber:innen</option>
						<option value="staff">Alle Mitglieder</option>
					</SelectField>
					<Button kind="secondary" name="intent" value="duty">
						Festlegen
					</Button>
				</Form>
			) : null}
		</Panel>
	)
}

import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/text-field.tsx'
import { FormMessage, Panel, type Refusal, replyTo, rowReply } from '#app/ui/form-parts.tsx'
import { RoleChoice } from './role-choice.tsx'
import { invitedBy, type Member, ROLE_NAMES } from './members.ts'
import type { Calendar, OpenInvitation } from './members.server.ts'
import panel from '#app/ui/panel.module.css'

type Props = {
	invitations: OpenInvitation[]
	calendars: Calendar[]
	role: Member['role']
	refusal?: Refusal
}

/** The form to invite by mail, and the open invitations. */
export function InvitationsPanel({ invitations, calendars, role, refusal }: Props) {
	const reply = replyTo(refusal, 'invite')
	const free = calendars.filter((calendar) => calendar.member === null)
	return (
		<Panel title="Einladen">
			<p className={panel.soft}>
				Die Person bekommt eine E-Mail mit einem Link. Er gilt sieben Tage und nur für diese Adresse.
			</p>
			<Form method="post" noValidate className={panel.form} key={invitations.length} preventScrollReset>
				<FormMessage reply={reply} />
				<TextField
					{...fieldOf(reply, 'email')}
					label="E-Mail-Adresse"
					type="email"
					autoComplete="off"
					maxLength={254}
					className={panel.full}
				/>
				<div className={panel.full}>
					<RoleChoice
						legend="Rolle"
						roles={invitedBy(role)}
						chosen={fieldOf(reply, 'role', 'staff').defaultValue}
						error={reply?.error?.role?.[0]}
					/>
				</div>
				{free.length > 0 ? (
					<SelectField {...fieldOf(reply, 'employee')} label="Eigener Kalender" optional className={panel.full}>
						<option value="">Kein eigener Kalender</option>
						{free.map(({ id, name, place }) => (
							<option key={id} value={id}>
								{place ? `${name}, ${place}` : name}
							</option>
						))}
					</SelectField>
				) : null}
				<Button name="intent" value="invite">
					Einladung senden
				</Button>
			</Form>
			{invitations.length > 0 ? (
				<>
					<h3 className={panel.sub}>Offene Einladungen</h3>
					<FormMessage reply={rowReply(refusal, 'resend', 'withdraw')} />
					<ul className={panel.list}>
						{invitations.map((invitation) => (
							<Row key={invitation.id} invitation={invitation} mayChange={invitedBy(role).includes(invitation.role)} />
						))}
					</ul>
				</>
			) : null}
		</Panel>
	)
}

function Row({ invitation, mayChange }: { invitation: OpenInvitation; mayChange: boolean }) {
	const { id, email, role, until, expired, mail } = invitation
	return (
		<li className={panel.item}>
			<span className={panel.words}>
				<strong>{email}</strong>
				<span className={panel.soft}>
					{[ROLE_NAMES[role], mail, expired ? `abgelaufen seit ${until}` : `gültig bis ${until}`]
						.filter(Boolean)
						.join(' · ')}
				</span>
			</span>
			{mayChange ? (
				<Form method="post" preventScrollReset className={panel.line}>
					<input type="hidden" name="id" value={id} />
					<Button kind="plain" name="intent" value="resend" aria-label={`Einladung an ${email} noch einmal senden`}>
						Noch einmal senden
					</Button>
					<Button kind="plain" name="intent" value="withdraw" aria-label={`Einladung an ${email} zurücknehmen`}>
						Zurücknehmen
					</Button>
				</Form>
			) : null}
		</li>
	)
}

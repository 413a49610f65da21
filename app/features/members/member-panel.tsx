import { Form } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormMessage, type Refusal, replyTo, SavedMessage } from '#app/ui/form-parts.tsx'
import { SidePanel } from '#app/ui/side-panel.tsx'
import { type Member, mayDo, ROLE_NAMES, ROLE_WORDS } from './members.ts'
import { calendarName, factorWords } from './member-words.ts'
import type { Calendar } from './members.server.ts'
import { RightsForm } from './rights-form.tsx'
import { RoleForm } from './role-form.tsx'
import own from './members.module.css'
import panel from '#app/ui/panel.module.css'

type Props = {
	member: Member
	members: Member[]
	calendars: Calendar[]
	role: Member['role']
	refusal?: Refusal
	/** Address of the list without the panel. */
	back: string
}

/** One member beside the list, with everything the caller may change. */
export function MemberPanel({ member, members, calendars, role, refusal, back }: Props) {
	const linked = calendars.filter((calendar) => calendar.member === member.id)
	return (
		<SidePanel id={member.id} label="Mitglied" back={back}>
			<div className={own.detail}>
				<div>
					<div className={panel.line}>
						<h1 tabIndex={-1} className={own.title}>
							{member.name}
							{member.self ? ' (Sie)' : ''}
						</h1>
						<Badge>{ROLE_NAMES[member.role]}</Badge>
						<ButtonLink to={back} kind="plain" preventScrollReset aria-label="Mitglied schließen" className={own.close}>
							Schließen
						</ButtonLink>
					</div>
					<p className={panel.soft}>{ROLE_WORDS[member.role]}</p>
				</div>
				<SavedMessage refusal={refusal} />
				<ul className={own.marks}>
					{member.email ? <li>{member.email}</li> : null}
					{linked.length > 0 ? <li>Kalender: {linked.map(calendarName).join(', ')}</li> : null}
					{member.secondFactor === null ? null : <li>Zwei-Faktor-Anmeldung {factorWords(member.secondFactor)}</li>}
				</ul>
				<Changes member={member} may={mayDo(role, members, member)} calendars={calendars} refusal={refusal} />
			</div>
		</SidePanel>
	)
}

type ChangesProps = { member: Member; may: ReturnType<typeof mayDo>; calendars: Calendar[]; refusal?: Refusal }

function Changes({ member, may, calendars, refusal }: ChangesProps) {
	const { id, name, self } = member
	const free = calendars.filter((calendar) => calendar.member === null || calendar.member === id)
	return (
		<>
			{may.changeRole ? <RoleForm member={member} refusal={refusal} /> : null}
			{may.changeRights ? <RightsForm member={member} refusal={refusal} /> : null}
			{may.lastOwner && self ? (
				<p className={panel.soft}>
					Sie sind die einzige Person mit der Rolle Inhaber:in. Um zu wechseln, geben Sie diese Rolle zuerst jemand
					anderem.
				</p>
			) : null}
			{may.link ? (
				<Form method="post" preventScrollReset>
					<FormMessage reply={replyTo(refusal, `link${id}`)} />
					<input type="hidden" name="id" value={id} />
					<fieldset className={own.group}>
						<legend>{self ? 'Ihr eigener Kalender' : 'Eigener Kalender'}</legend>
						{free.length === 0 ? (
							<p className={panel.soft}>
								Zurzeit ist kein Kalender frei. Legen Sie die Person beim Standort unter Team an.
							</p>
						) : null}
						{free.map((calendar) => (
							<label key={calendar.id} className={panel.check}>
								<input type="checkbox" name="employees" value={calendar.id} defaultChecked={calendar.member === id} />
								{calendarName(calendar)}
							</label>
						))}
					</fieldset>
					{free.length > 0 ? (
						<Button kind="secondary" name="intent" value="link">
							Kalender speichern
						</Button>
					) : null}
				</Form>
			) : null}
			{may.handOver ? (
				<Ending
					title="Unternehmen übergeben"
					button={`An ${name} übergeben`}
					intent="hand-over"
					words={`${name} bekommt die Rolle Inhaber:in. Sie selbst bleiben mit der Rolle Leitung im Unternehmen und können das nicht allein rückgängig machen.`}
					{...{ id, refusal }}
				/>
			) : null}
			{may.remove ? (
				<Ending
					title="Aus dem Unternehmen entfernen"
					button={`${name} entfernen`}
					intent="remove"
					words={`${name} sieht ab sofort nichts mehr von diesem Unternehmen. Termine und der Kalender im Team bleiben bestehen.`}
					{...{ id, refusal }}
				/>
			) : null}
			{may.leave ? (
				<Ending
					title="Unternehmen verlassen"
					button="Unternehmen verlassen"
					intent="leave"
					words="Sie sehen danach nichts mehr von diesem Unternehmen. Zurück kommen Sie nur mit einer neuen Einladung."
					{...{ id, refusal }}
				/>
			) : null}
		</>
	)
}

type EndingProps = { title: string; button: string; intent: string; words: string; id: string; refusal?: Refusal }

/** An action that is not easily undone, with an explanation before the button. */
function Ending({ title, button, intent, words, id, refusal }: EndingProps) {
	const reply = replyTo(refusal, `${intent}${id}`)
	return (
		<Dialog label={title} kind="plain" refused={reply !== undefined}>
			<Form method="post" preventScrollReset>
				<FormMessage reply={reply} />
				<p>{words}</p>
				<input type="hidden" name="id" value={id} />
				<Button kind="danger" name="intent" value={intent}>
					{button}
				</Button>
			</Form>
		</Dialog>
	)
}

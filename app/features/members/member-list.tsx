import { Form } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { FieldError } from '#app/ui/field-error.tsx'
import { FormMessage, Panel, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import { type Member, mayDo, ROLE_NAMES, ROLE_WORDS, ROLES } from './members.ts'
import type { Calendar } from './members.server.ts'
import own from './members.module.css'
import panel from '#app/ui/panel.module.css'

type Props = { members: Member[]; calendars: Calendar[]; role: Member['role']; refusal?: Refusal }

/** Who works here, with everything the caller may change about each. */
export function MemberList({ members, calendars, role, refusal }: Props) {
	return (
		<Panel title={members.length === 1 ? 'Ein Mitglied' : `${members.length} Mitglieder`}>
			<ul className={panel.list}>
				{members.map((member) => {
					const may = mayDo(role, members, member)
					const linked = calendars.filter((calendar) => calendar.member === member.id)
					const row = <Row member={member} linked={linked} />
					const open = may.changeRole || may.link || may.remove || may.leave || may.handOver
					return (
						<li key={member.id}>
							{open ? (
								<details className={own.fold} open={refusal?.form.endsWith(member.id) || undefined}>
									<summary>{row}</summary>
									<div className={own.detail}>
										<Changes {...{ member, may, calendars, refusal }} />
									</div>
								</details>
							) : (
								<div className={own.flat}>{row}</div>
							)}
						</li>
					)
				})}
			</ul>
		</Panel>
	)
}

function Row({ member, linked }: { member: Member; linked: Calendar[] }) {
	const { name, email, role, self, secondFactor } = member
	return (
		<span className={own.person}>
			<span className={own.avatar} aria-hidden="true">
				{name.slice(0, 1).toUpperCase()}
			</span>
			<span className={own.words}>
				<span>
					<strong>{name}</strong>
					{self ? ' (Sie)' : ''}
				</span>
				<Badge>{ROLE_NAMES[role]}</Badge>
				<span className={own.marks}>
					{email && email !== name ? <span>{email}</span> : null}
					{linked.length > 0 ? <span>Kalender: {linked.map(calendarName).join(', ')}</span> : null}
					{secondFactor === null ? null : (
						<span>{secondFactor ? 'Zwei-Faktor-Anmeldung an' : 'ohne Zwei-Faktor-Anmeldung'}</span>
					)}
				</span>
			</span>
		</span>
	)
}

const calendarName = ({ name, place }: Calendar): string => (place ? `${name} (${place})` : name)

type ChangesProps = { member: Member; may: ReturnType<typeof mayDo>; calendars: Calendar[]; refusal?: Refusal }

function Changes({ member, may, calendars, refusal }: ChangesProps) {
	const { id, name, role, self } = member
	const free = calendars.filter((calendar) => calendar.member === null || calendar.member === id)
	return (
		<>
			{may.changeRole ? (
				<Form method="post" preventScrollReset>
					<FormMessage reply={replyTo(refusal, `role${id}`)} />
					<input type="hidden" name="id" value={id} />
					<RoleChoice legend="Rolle" roles={ROLES} chosen={role} />
					<Button kind="secondary" name="intent" value="role">
						Rolle speichern
					</Button>
				</Form>
			) : null}
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

/** Something that is not easily undone: the words first, then the button. */
function Ending({ title, button, intent, words, id, refusal }: EndingProps) {
	const reply = replyTo(refusal, `${intent}${id}`)
	return (
		<details className={own.ending} open={reply ? true : undefined}>
			<summary>{title}</summary>
			<Form method="post" preventScrollReset>
				<FormMessage reply={reply} />
				<p>{words}</p>
				<input type="hidden" name="id" value={id} />
				<Button kind="danger" name="intent" value={intent}>
					{button}
				</Button>
			</Form>
		</details>
	)
}

type RoleChoiceProps = { legend: string; roles: readonly Member['role'][]; chosen: string; error?: string }

/** Roles with what they may do. */
export function RoleChoice({ legend, roles, chosen, error }: RoleChoiceProps) {
	return (
		<fieldset className={own.group}>
			<legend>{legend}</legend>
			<div className={own.choices}>
				{roles.map((role) => (
					<label key={role} className={own.choice}>
						<input type="radio" name="role" value={role} defaultChecked={role === chosen} required />
						<strong>{ROLE_NAMES[role]}</strong>
						<small>{ROLE_WORDS[role]}</small>
					</label>
				))}
			</div>
			{error ? <FieldError>{error}</FieldError> : null}
		</fieldset>
	)
}

import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import { atLeast, type Member, RIGHT_NAMES, ROLE_NAMES } from './members.ts'
import { RIGHTS_FROM, type Right } from './rights.ts'
import own from './members.module.css'
import panel from '#app/ui/panel.module.css'

const RIGHTS = Object.keys(RIGHT_NAMES) as Right[]

/** A checkbox for each right of one member; rights that differ from the role's own say so. */
export function RightsForm({ member, refusal }: { member: Member; refusal?: Refusal }) {
	const { id, role } = member
	const rights = member.rights ?? []
	return (
		<Form method="post" preventScrollReset key={rights.join()}>
			<FormMessage reply={replyTo(refusal, `rights${id}`)} />
			<input type="hidden" name="id" value={id} />
			{rights.map((right) => (
				<input key={right} type="hidden" name="before" value={right} />
			))}
			<fieldset className={own.group}>
				<legend>Rechte</legend>
				{RIGHTS.map((right) => (
					<label key={right} className={panel.check}>
						<input type="checkbox" name="rights" value={right} defaultChecked={rights.includes(right)} />
						<span>
							{RIGHT_NAMES[right]}
							{rights.includes(right) === atLeast(role, RIGHTS_FROM[right]) ? null : (
								<span className={panel.soft}> (anders als {ROLE_NAMES[role]} sonst)</span>
							)}
						</span>
					</label>
				))}
			</fieldset>
			<Button kind="secondary" name="intent" value="rights">
				Rechte speichern
			</Button>
		</Form>
	)
}

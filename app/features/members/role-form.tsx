import { Form } from 'react-router'
import { fieldOf } from '#app/lib/form.ts'
import { Button } from '#app/ui/button.tsx'
import { FormMessage, type Refusal, replyTo } from '#app/ui/form-parts.tsx'
import { useShown } from '#app/ui/use-shown.ts'
import { type Member, ROLES, roleTyped } from './members.ts'
import { RoleChoice } from './role-choice.tsx'

/** The choice of one member's role. */
export function RoleForm({ member: { id, role }, refusal }: { member: Member; refusal?: Refusal }) {
	const reply = replyTo(refusal, `role${id}`)
	const shown = useShown(reply, roleTyped(role))
	return (
		<Form method="post" preventScrollReset key={shown}>
			<FormMessage reply={reply} />
			<input type="hidden" name="shown" value={shown} />
			<input type="hidden" name="id" value={id} />
			<RoleChoice legend="Rolle" roles={ROLES} chosen={fieldOf(reply, 'role', role).defaultValue} />
			<Button kind="secondary" name="intent" value="role">
				Rolle speichern
			</Button>
		</Form>
	)
}

import { FieldError } from '#app/ui/field-error.tsx'
import { type Member, ROLE_NAMES, ROLE_WORDS } from './members.ts'
import own from './members.module.css'

type RoleChoiceProps = { legend: string; roles: readonly Member['role'][]; chosen: string; error?: string }

/** A choice of roles, each with what it may do. */
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

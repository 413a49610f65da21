import { type FormReply, fieldOf } from '#app/lib/form.ts'
import { SINCE, TRAP } from '#app/lib/trap.ts'

/** A field that nobody sees, reaches or is read out; whoever fills it in is a program. @param id what its id begins with */
export function TrapField({ id }: { id: string }) {
	return (
		<div className="visually-hidden" aria-hidden="true" inert>
			<label htmlFor={`${id}-${TRAP}`}>Dieses Feld bitte leer lassen</label>
			<input id={`${id}-${TRAP}`} name={TRAP} tabIndex={-1} autoComplete="off" />
		</div>
	)
}

/** When the page of a form was made, in milliseconds; also once it was refused. */
export function SinceField({ reply, since }: { reply?: FormReply; since: number }) {
	return <input type="hidden" name={SINCE} value={fieldOf(reply, SINCE, String(since)).defaultValue} />
}

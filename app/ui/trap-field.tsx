import { TRAP } from '#app/lib/trap.ts'

/** A field that nobody sees, reaches or is read out; whoever fills it in is a program. */
export function TrapField() {
	return (
		<div className="visually-hidden" aria-hidden="true" inert>
			<label htmlFor={TRAP}>Dieses Feld bitte leer lassen</label>
			<input id={TRAP} name={TRAP} tabIndex={-1} autoComplete="off" />
		</div>
	)
}

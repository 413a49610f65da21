import { TRAP } from '#app/lib/trap.ts'

/** A field that nobody sees, reaches or is read out; whoever fills it in is a program. @param id what its id begins with */
export function TrapField({ id }: { id: string }) {
	return (
		<div className="visually-hidden" aria-hidden="true" inert>
			<label htmlFor={`${id}-${TRAP}`}>Dieses Feld bitte leer lassen</label>
			<input id={`${id}-${TRAP}`} name={TRAP} tabIndex={-1} autoComplete="off" />
		</div>
	)
}

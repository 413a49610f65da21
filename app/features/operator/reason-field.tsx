import { TextField } from '#app/ui/text-field.tsx'
import type { Refused } from './decide-form.tsx'

/** Why an operator does something. @param hint who reads it; @param id where a page has several */
export function ReasonField({ id, hint, answer }: { id?: string; hint: string; answer?: Refused }) {
	return (
		<TextField id={id} name="reason" label="Grund" hint={hint} maxLength={500} defaultValue={answer?.typed.reason} />
	)
}

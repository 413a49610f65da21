import { textOf } from './form.ts'

/** The name of a field that people do not see (app/ui/trap-field.tsx): programs that fill in every field fill it in, too. */
export const TRAP = 'website'

/** Whether a program has filled in this form. */
export const isTrapped = (form: FormData): boolean => textOf(form, TRAP) !== ''

/** The name of a field that says when the page of a form was made, in milliseconds. */
export const SINCE = 'seit'
/** Nobody reads, chooses and writes in less. Milliseconds. */
const LEAST_TIME = 2500

/** Whether a form came back sooner than people are. Everything stays typed, and the second press comes late enough. */
export const isHasty = (form: FormData, now: Date): boolean => now.getTime() - Number(textOf(form, SINCE)) < LEAST_TIME

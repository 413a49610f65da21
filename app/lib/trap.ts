import { textOf } from './form.ts'

/** The name of a field that people do not see (app/ui/trap-field.tsx): programs that fill in every field fill it in, too. */
export const TRAP = 'website'

/** Whether a program has filled in this form. */
export const isTrapped = (form: FormData): boolean => textOf(form, TRAP) !== ''

import { z } from 'zod'
import { exceptionSchema } from '#app/features/hours/exceptions.form.ts'

const CHOOSE = 'Bitte wählen Sie aus der Liste.'
/** As `whoOf` writes it. The whole location has to be said: a form that says nothing must not close it. */
const who = z
	.string({ error: CHOOSE })
	.regex(/^(?:(?:person|resource):[0-9a-f-]{36}|location)$/, CHOOSE)
	.transform((text) => {
		const [kind, id = null] = text.split(':')
		return { person: kind === 'person' ? id : null, resource: kind === 'resource' ? id : null }
	})

/** Who or what is out and when, as wall times; both days are included. @param today local date of the location */
export const beginSchema = (today: string) => exceptionSchema(today).and(z.object({ who }))

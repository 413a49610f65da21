import { z } from 'zod'
import { Constants } from '#app/database.types.ts'
import { several } from '#app/lib/fields.ts'
import { ROLES } from './members.ts'

const id = z.uuid()

export const inviteSchema = z.object({
	email: z
		.string({ error: 'Bitte geben Sie die E-Mail-Adresse der Person an.' })
		.trim()
		.max(254, 'Die E-Mail-Adresse ist zu lang.')
		.pipe(z.email('Bitte geben Sie eine vollständige E-Mail-Adresse an, zum Beispiel name@beispiel.de.')),
	role: z.enum(['staff', 'reception', 'manager'], { error: 'Bitte wählen Sie eine Rolle.' }),
	employee: z.preprocess((typed) => (typed === '' ? undefined : typed), id.optional()),
})
export const roleSchema = z.object({
	id,
	role: z.enum(ROLES, { error: 'Bitte wählen Sie eine Rolle.' }),
})
export const rightsSchema = z.object({
	id,
	/** The rights that the form showed, and those that are ticked now. */
	before: several(z.enum(Constants.public.Enums.member_right)),
	rights: several(z.enum(Constants.public.Enums.member_right)),
})
export const linkSchema = z.object({
	id,
	employees: several(id),
})
export const dutySchema = z.object({
	from: z.enum(['none', ...ROLES], { error: 'Bitte wählen Sie aus, für wen das gilt.' }),
})
export const memberSchema = z.object({ id })

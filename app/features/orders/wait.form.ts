import { z } from 'zod'
import * as booking from '#app/features/booking/booking.form.ts'
import { ticked } from '#app/lib/fields.ts'
import { contactSchema, orderSchema } from './order.form.ts'
import { whenFields } from './when.form.ts'

/** A place on a waiting list, as its form is sent. */
export const waitSchema = booking.contactSchema.pick({ name: true, email: true, phone: true }).extend({
	...whenFields,
	/** The id of a person; empty: anybody. */
	person: z.string().default(''),
	kurzfristig: ticked,
})

/** Asking to hear of free times: a search order's what, where and when, and whom to tell. */
export const alertSchema = orderSchema.extend({ ...contactSchema.shape })

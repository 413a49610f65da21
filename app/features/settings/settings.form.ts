import { z } from 'zod'
import { Constants } from '#app/database.types.ts'
import { ticked, whole } from '#app/lib/fields.ts'

export const bookingRulesSchema = z.object({
	location: z.uuid(),
	grid_minutes: whole(1, 1440),
	notice_minutes: whole(0, 525_600),
	horizon_days: whole(0, 730),
	hold_minutes: whole(1, 60),
	cancellation_hours: whole(0, 720),
	offer_holds: whole(0, 20),
	confirms_by_hand: ticked,
	staff_absence: z.enum(Constants.public.Enums.staff_absence, { error: 'Bitte wählen Sie eine der Möglichkeiten.' }),
	waitlist: z.enum(Constants.public.Enums.waitlist_mode, { error: 'Bitte wählen Sie eine der Möglichkeiten.' }),
	move_notice: z.enum(Constants.public.Enums.move_notice, { error: 'Bitte wählen Sie eine der Möglichkeiten.' }),
})

export const agreementsSchema = z.object({
	agreements: z.string().max(1000).default(''),
	consent: z.literal('on', { error: 'Bitte setzen Sie das Häkchen, wenn Sie zustimmen.' }),
})

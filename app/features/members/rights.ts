// Written by `npm run db:types` from supabase/schemas.

import type { Enums } from '#app/database.types.ts'

export type Right = Enums<'member_right'>

/** The lowest role that brings each right. Owners may give and take them one by one. */
export const RIGHTS_FROM: Record<Right, Enums<'member_role'>> = {
	all_calendars: 'reception',
	all_customers: 'reception',
	book: 'staff',
	move: 'staff',
	cancel: 'staff',
	export: 'manager',
	health: 'manager',
	appointment_price: 'manager',
	reports: 'manager',
	contact_data: 'staff',
}

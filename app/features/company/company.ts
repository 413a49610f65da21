import type { Database } from '#app/database.types.ts'

export type LocationState = Database['public']['Enums']['location_state']
export type Company = Pick<
	Database['public']['Tables']['companies']['Row'],
	| 'id'
	| 'name'
	| 'state'
	| 'legal_name'
	| 'representative'
	| 'street'
	| 'postal_code'
	| 'city'
	| 'email'
	| 'phone'
	| 'register_entry'
	| 'vat_id'
	| 'small_business'
	| 'goes_at'
>
export type AdminLocation = Pick<
	Database['public']['Tables']['locations']['Row'],
	'id' | 'company_id' | 'name' | 'slug' | 'state' | 'city' | 'time_zone' | 'archived' | 'move_notice' | 'staff_absence'
>

export type ChecklistStep = { step: string; done: boolean }

/** Names of the states. */
export const STATE_NAMES: Record<LocationState, string> = {
	draft: 'Entwurf',
	published: 'Online',
	paused: 'Pausiert',
}

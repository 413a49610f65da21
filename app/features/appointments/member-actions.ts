// Written by `npm run db:types` from supabase/schemas.

/** What members may do in each state, deadlines aside. */
export const MEMBER_ACTIONS = {
	held: [],
	requested: ['cancel', 'confirm', 'decline', 'reschedule'],
	confirmed: ['cancel', 'complete', 'no_show', 'reschedule'],
	completed: ['reopen'],
	no_show: ['reopen'],
	cancelled: [],
	declined: [],
	expired: [],
} as const

// Written by `npm run db:types` from supabase/schemas.

import type { Enums } from '#app/database.types.ts'

/** What members may do in each state, deadlines aside. */
export const MEMBER_ACTIONS = {
	held: [],
	requested: ['cancel', 'change', 'confirm', 'decline', 'edit', 'reschedule'],
	confirmed: ['arrive', 'cancel', 'change', 'complete', 'edit', 'no_show', 'reschedule'],
	completed: ['edit', 'reopen'],
	no_show: ['edit', 'reopen'],
	cancelled: ['restore'],
	declined: [],
	expired: [],
	awaiting_payment: ['cancel'],
} as const

/** The right that a member needs for an action; others need none. */
export const ACTION_RIGHTS: Partial<Record<string, Enums<'member_right'>>> = {
	cancel: 'cancel',
	change: 'move',
	confirm: 'book',
	decline: 'cancel',
	reschedule: 'move',
	restore: 'book',
}

/** States in which the visit takes place, took place or should have. */
export const BOOKED: readonly Enums<'appointment_state'>[] = [
	'requested',
	'confirmed',
	'completed',
	'no_show',
	'awaiting_payment',
]

/** States in which the visit is still to come: the customer may cancel. */
export const OPEN: readonly Enums<'appointment_state'>[] = ['requested', 'confirmed']

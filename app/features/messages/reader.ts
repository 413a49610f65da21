import type { Right } from '#app/features/members/rights.ts'

/**
 * Whether a member reads messages of the company, as the policies of `messages` have it: those about appointments with all calendars, the
 * others (invitations, mails to members) as a manager.
 */
export const readsMessages = ({ rights, mayManage }: { rights: readonly Right[]; mayManage: boolean }): boolean =>
	mayManage || rights.includes('all_calendars')

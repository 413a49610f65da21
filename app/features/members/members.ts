import type { Database } from '#app/database.types.ts'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { RIGHTS_FROM, type Right } from './rights.ts'

export type Role = Database['public']['Enums']['member_role']

export const ROLE_LABELS = { role: 'Rolle' }

/** What the form of a member's role holds. */
export const roleTyped = (role: Role): { role: Role } => ({ role })

export const ROLE_NAMES: Record<Role, string> = {
	staff: 'Mitarbeiter:in',
	reception: 'Empfang',
	manager: 'Leitung',
	owner: 'Inhaber:in',
}

/** What a role may do, in one sentence. */
export const ROLE_WORDS: Record<Role, string> = {
	staff: 'Sieht den eigenen Kalender, die eigenen Termine und deren Kund:innen.',
	reception: 'Führt alle Kalender und die ganze Kundenkartei. Ändert weder Preise noch Leistungen noch Arbeitszeiten.',
	manager: 'Sieht und ändert alle Termine, Standorte, Leistungen und Arbeitszeiten. Lädt Mitarbeiter:innen ein.',
	owner: 'Darf alles, auch Unternehmensdaten ändern und Rollen vergeben.',
}

/** What each right allows, in words. */
export const RIGHT_NAMES: Record<Right, string> = {
	all_calendars: 'Alle Kalender führen, nicht nur den eigenen',
	all_customers: 'Die ganze Kundenkartei sehen und ändern',
	book: 'Termine eintragen und Anfragen bestätigen',
	move: 'Termine verschieben und ändern',
	cancel: 'Termine absagen und Anfragen ablehnen',
	export: 'Listen als Datei mitnehmen',
	health: 'Angaben zur Gesundheit von Kund:innen lesen und ändern',
	appointment_price: 'In Terminen andere Preise vereinbaren',
	reports: 'Auswertungen des ganzen Standorts sehen',
	contact_data: 'Adressen, Nummern und Geburtstage von Kund:innen sehen',
}

/** Who may do what; supabase/schemas/30_setup/30_location_rules.sql and 30_setup/60_members.sql hold the rules that no right names. */
export const RIGHTS: { what: string; from: Role }[] = [
	{ what: 'Eigenen Kalender und eigene Termine sehen', from: 'staff' },
	{ what: 'Kund:innen der eigenen Termine sehen', from: 'staff' },
	...(Object.keys(RIGHT_NAMES) as Right[]).map((right) => ({ what: RIGHT_NAMES[right], from: RIGHTS_FROM[right] })),
	{ what: 'Standorte, Team, Leistungen und Arbeitszeiten ändern', from: 'manager' },
	{ what: 'Mitarbeiter:innen einladen, entfernen und mit Kalendern verbinden', from: 'manager' },
	{ what: 'Unternehmensdaten und Impressum ändern', from: 'owner' },
	{ what: 'Rollen vergeben, Leitung einladen und entfernen', from: 'owner' },
	{ what: 'Unternehmen übergeben', from: 'owner' },
]

/** Roles from the lowest to the highest. */
export const ROLES: readonly Role[] = ['staff', 'reception', 'manager', 'owner']

/** Whether a role is this one or a higher one. */
export const atLeast = (role: Role, lowest: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(lowest)

/** The roles that a member with this role may give to people whom they invite. */
export const invitedBy = (role: Role): readonly Role[] =>
	role === 'owner' ? ['staff', 'reception', 'manager'] : role === 'manager' ? ['staff', 'reception'] : []

export type Member = {
	id: string
	name: string
	/** Empty when the caller must not know it. */
	email: string
	role: Role
	self: boolean
	/** Null when the caller must not know it. */
	secondFactor: boolean | null
	/** Null when the caller must not know them. */
	rights: readonly Right[] | null
}

/** What the caller may do with a member; supabase/schemas/30_setup/60_members.sql decides. */
export function mayDo(own: Role, members: Member[], member: Member) {
	const lastOwner = member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1
	return {
		changeRole: own === 'owner' && !lastOwner,
		changeRights: own === 'owner' && member.role !== 'owner',
		link: atLeast(own, 'manager'),
		remove: !member.self && (own === 'owner' || invitedBy(own).includes(member.role)),
		leave: member.self && !lastOwner,
		handOver: own === 'owner' && !member.self,
		lastOwner,
	}
}

/** Who must use a second factor, by the lowest role that must. */
export const DUTY_NAMES: Record<Role, string> = {
	owner: 'Inhaber:innen',
	manager: 'Leitung und Inhaber:innen',
	reception: 'Empfang, Leitung und Inhaber:innen',
	staff: 'alle Mitglieder',
}

type EventRow = Pick<
	Database['public']['Tables']['member_events']['Row'],
	'at' | 'verb' | 'actor' | 'subject' | 'old_role' | 'new_role' | 'about_right'
>

const EVENTS: Record<string, (row: EventRow) => string> = {
	invited: ({ actor, subject, new_role }) => `${actor} hat ${subject} eingeladen (${nameOf(new_role)})`,
	invited_again: ({ actor, subject }) => `${actor} hat die Einladung an ${subject} noch einmal gesendet`,
	invitation_withdrawn: ({ actor, subject }) => `${actor} hat die Einladung an ${subject} zurückgenommen`,
	joined: ({ subject, new_role }) => `${subject} hat die Einladung angenommen (${nameOf(new_role)})`,
	role_changed: ({ actor, subject, old_role, new_role }) =>
		`${actor} hat die Rolle von ${subject} geändert: ${nameOf(old_role)} → ${nameOf(new_role)}`,
	removed: ({ actor, subject }) => `${actor} hat ${subject} entfernt`,
	left: ({ subject }) => `${subject} hat das Unternehmen verlassen`,
	duty_changed: ({ actor, new_role }) =>
		`${actor} hat festgelegt: Zwei-Faktor-Anmeldung ${new_role ? `nötig für ${DUTY_NAMES[new_role]}` : 'freiwillig'}`,
	right_given: ({ actor, subject, about_right }) => `${actor} hat ${subject} erlaubt: ${rightName(about_right)}`,
	right_taken: ({ actor, subject, about_right }) =>
		`${actor} hat ${subject} das Recht genommen: ${rightName(about_right)}`,
	handed_over: ({ actor, subject }) => `${actor} hat das Unternehmen an ${subject} übergeben`,
}

const rightName = (right: Right | null): string => (right ? RIGHT_NAMES[right] : '')
const nameOf = (role: Role | null): string => (role ? ROLE_NAMES[role] : 'ohne Rolle')

/** A row of the history in words. */
export function eventWords(row: EventRow, zone: string): { when: string; what: string } {
	return {
		when: `${formatDate(row.at, zone)}, ${formatTime(row.at, zone)}`,
		what: EVENTS[row.verb]?.(row) ?? row.verb,
	}
}

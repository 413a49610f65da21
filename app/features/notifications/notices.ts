import { Constants, type Enums } from '#app/database.types.ts'

export type NoticeTopic = Enums<'notice_topic'>
export type NoticeScope = Enums<'notice_scope'>
export type NoticePace = Enums<'notice_pace'>
/** Of which appointments a member gets a mail, by what customers do. */
export type Notices = Record<NoticeTopic, NoticeScope>

export const TOPICS = Constants.public.Enums.notice_topic

export const TOPIC_LABELS: Record<NoticeTopic, string> = {
	booked: 'Jemand bucht online',
	requested: 'Jemand fragt einen Termin an',
	cancelled: 'Jemand sagt ab oder widerruft',
	moved: 'Jemand verschiebt',
	offers: 'Jemand beantwortet mein Angebot oder meine Frage, oder das Angebot läuft ab',
}

export const SCOPE_NAMES: Record<NoticeScope, string> = {
	all: 'bei allen Terminen',
	own: 'bei Terminen mit mir',
	none: 'keine E-Mail',
}

/** What a scope is called: offers have no line of their own in a calendar. */
export const scopeName = (topic: NoticeTopic, scope: NoticeScope): string =>
	topic === 'offers' && scope !== 'none' ? 'bei meinen Angeboten und Fragen' : SCOPE_NAMES[scope]

/** The scopes to choose from; one that is stored stays even when the right to it is gone. */
export function scopesFor(topic: NoticeTopic, everybody: boolean, stored: NoticeScope): NoticeScope[] {
	if (topic === 'offers') return ['own', 'none']
	return Constants.public.Enums.notice_scope.filter((scope) => scope !== 'all' || everybody || stored === 'all')
}

/** What holds: what was chosen, else everything for whoever has the address of the business, and for others what becomes of their offers. */
export function noticesOf(chosen: { topic: NoticeTopic; scope: NoticeScope }[], shared: boolean): Notices {
	const usual: NoticeScope = shared ? 'all' : 'none'
	const all: Notices = { booked: usual, requested: usual, cancelled: usual, moved: usual, offers: 'own' }
	for (const { topic, scope } of chosen) all[topic] = scope
	return all
}

export const PACES = Constants.public.Enums.notice_pace

export const PACE_LABEL = 'Jemand in der Nähe sucht, was wir anbieten'

export const PACE_NAMES: Record<NoticePace, string> = {
	now: 'sofort',
	hourly: 'einmal in der Stunde',
	daily: 'einmal am Tag, morgens',
	never: 'keine E-Mail',
}

/** What holds without a choice (supabase/schemas/75_orders/91_notice_choices.sql). */
export const usualPace = (everybody: boolean): NoticePace => (everybody ? 'now' : 'never')

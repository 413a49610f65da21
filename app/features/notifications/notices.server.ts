import { z } from 'zod'
import { Constants } from '#app/database.types.ts'
import { submitEdit } from '#app/features/shell/edit.server.ts'
import type { Right } from '#app/features/members/rights.ts'
import { adminPaths } from '#app/lib/admin-paths.ts'
import { invariantData } from '#app/lib/invariant.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'
import { noticesOf, PACE_LABEL, PACE_NAMES, SCOPE_NAMES, TOPIC_LABELS, TOPICS, usualPace } from './notices.ts'

type Member = {
	client: Client
	user: { id: string; email: string }
	company: { id: string; email: string }
	rights: readonly Right[]
}

const scope = z.enum(Constants.public.Enums.notice_scope, { error: 'Bitte wählen Sie eine der Möglichkeiten.' })
const pace = z.enum(Constants.public.Enums.notice_pace, { error: 'Bitte wählen Sie eine der Möglichkeiten.' })
const noticesSchema = z.object({
	...{ booked: scope, requested: scope, cancelled: scope, moved: scope, offers: scope },
	/** Missing where somebody has no right to answer search orders. */
	orders: pace.optional(),
})

/**
 * Of what the caller gets mails, and the addresses to which those of the business go whatever the caller chooses. Their own is among
 * these unless they have all calendars.
 */
export async function loadNotices({ client, user, company, rights }: Member) {
	const [chosen, paces, places] = await Promise.all([
		client
			.from('notice_choices')
			.select('topic, scope')
			.eq('company_id', company.id)
			.eq('user_id', user.id)
			.limit(TOPICS.length),
		client.from('order_notice_choices').select('pace').eq('company_id', company.id).eq('user_id', user.id).limit(1),
		allRows((from, to) =>
			client
				.from('locations')
				.select('id, email')
				.eq('company_id', company.id)
				.eq('archived', false)
				.order('id')
				.range(from, to),
		),
	])
	const shared = [...new Set(places.map(({ email }) => email || company.email))].filter((email) => email !== '')
	const own = rights.includes('all_calendars') ? user.email.toLowerCase() : ''
	const others = shared.filter((email) => email.toLowerCase() !== own)
	const orders = invariantData(paces)[0]?.pace ?? usualPace(rights.includes('all_calendars'))
	return { notices: { ...noticesOf(invariantData(chosen), others.length < shared.length), orders }, others }
}

/** Saves of what the caller gets mails; the database lets nobody choose for others. */
export function saveNotices(member: Member, form: FormData) {
	const { client, company } = member
	return submitEdit(form, {
		...{ schema: noticesSchema, back: adminPaths.profileNotices(), labels: { ...TOPIC_LABELS, orders: PACE_LABEL } },
		words: (_name, text) => Object.entries({ ...SCOPE_NAMES, ...PACE_NAMES }).find(([name]) => name === text)?.[1],
		load: async () => ({ typed: (await loadNotices(member)).notices, version: '' }),
		save: async ({ booked, requested, cancelled, moved, offers, orders }) => {
			const { error } = await client.rpc('choose_notices', {
				...{ p_company: company.id, p_booked: booked, p_requested: requested, p_cancelled: cancelled, p_moved: moved },
			})
			if (error) return { error }
			const answered = await client.rpc('choose_offer_notices', { p_company: company.id, p_offers: offers })
			if (answered.error || !orders) return answered
			return client.rpc('choose_order_notices', { p_company: company.id, p_pace: orders })
		},
	})
}

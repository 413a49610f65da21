import { data, type RouterContextProvider } from 'react-router'
import { loadPartnerTerms } from '#app/features/legal/agreements.queries.server.ts'
import { servicesContext } from '#app/lib/context.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { HOME_ZONE, localDate } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { qrOf } from '#app/lib/qr.server.ts'
import { redirect } from '#app/lib/redirect.ts'
import { requireUser } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { ownPartnersContract } from './partners.contracts.ts'
import { drawVisits } from './visits.server.ts'

type Context = Readonly<RouterContextProvider>

/** The partnerships of the signed-in person with link, code and plots, and for what they could join. */
export async function loadPartnerships(context: Context) {
	const { client, user } = requireUser(context)
	const services = context.get(servicesContext)
	const [own, terms, companies] = await Promise.all([
		call(client, 'own_partners', ownPartnersContract, {}),
		loadPartnerTerms(services),
		ownedCompanies(client, user.id),
	])
	const partners = invariantData(own)
	const today = localDate(new Date(), HOME_ZONE)
	const joined = partners.filter(({ state }) => state !== 'left')
	return {
		terms,
		partners: partners.map(({ days, ...partner }) => {
			const url = `${services.siteUrl}${paths.partnerLink(partner.code)}`
			return { ...partner, url, qr: qrOf(url), visits: drawVisits(days, today) }
		}),
		/** The empty id is the person's own account. */
		choices: [{ id: '', name: 'Für mich' }, ...companies].filter(
			({ id }) => !joined.some(({ company_id }) => (company_id ?? '') === id),
		),
	}
}

async function ownedCompanies(client: Client, user: string): Promise<{ id: string; name: string }[]> {
	const rows = invariantData(
		await client
			.from('members')
			.select('company_id, companies!inner(name)')
			.match({ user_id: user, role: 'owner' })
			.order('company_id')
			.limit(50),
	)
	return rows.map(({ company_id: id, companies: { name } }) => ({ id, name: `Für ${name}` }))
}

/** Joins for oneself or a company, or leaves. */
export async function changePartnership(context: Context, request: Request) {
	const { client } = requireUser(context)
	const form = await readForm(request)
	const refuse = (message: string, field?: 'consent') => data({ message, field }, { status: 400 })
	if (textOf(form, 'intent') === 'leave') {
		const id = textOf(form, 'partner')
		invariantResponse(isUuid(id))
		const { error } = await client.rpc('leave_partners', { p_partner: id })
		return error ? refuse(errorMessage(error)) : redirect(paths.profilePartners())
	}
	if (textOf(form, 'consent') !== 'on') return refuse('Bitte stimmen Sie den Bedingungen zu.', 'consent')
	const company = textOf(form, 'company')
	invariantResponse(company === '' || isUuid(company))
	const { error } = await client.rpc('join_partners', {
		p_terms: textOf(form, 'terms'),
		...(company ? { p_company: company } : {}),
	})
	return error ? refuse(errorMessage(error)) : redirect(paths.profilePartners())
}

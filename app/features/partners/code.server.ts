import type { RouterContextProvider } from 'react-router'
import { addressContext, type AppServices, servicesContext } from '#app/lib/context.server.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { isPerson } from '#app/lib/search-demand.ts'
import { anonymousClient, type Client, serverClient } from '#app/lib/supabase.server.ts'

/** The code of an address as it is kept; empty for one that is not known, nothing without one. */
export async function loadPartnerCode(services: AppServices, typed: string | undefined): Promise<string | undefined> {
	if (!typed) return undefined
	const { data, error } = await anonymousClient(services).rpc('find_partner_code', { p_code: typed })
	if (error) throw error
	return data ?? ''
}

/** The same for a partner's link, whose openings by people are counted by the day; by whom is not kept. */
export async function openPartnerLink(
	context: Readonly<RouterContextProvider>,
	request: Request,
	code: string,
): Promise<string> {
	const services = context.get(servicesContext)
	const counts =
		isPerson((name) => request.headers.get(name)) && (await services.allow('partnerVisit', context.get(addressContext)))
	if (!counts) return (await loadPartnerCode(services, code)) ?? ''
	const { data, error } = await serverClient(services).rpc('count_partner_visit', { p_code: code })
	if (error) throw error
	return data ?? ''
}

/** Keeps by whose code a company came. One that does not count is no reason to stop: owners can enter another for 14 days. */
export async function keepPartnerCode(client: Client, company: string, code: string | undefined): Promise<void> {
	if (!code) return
	const { error } = await client.rpc('refer_company', { p_company: company, p_code: code })
	if (error && error.code !== 'P0001') invariantData({ data: null, error })
}

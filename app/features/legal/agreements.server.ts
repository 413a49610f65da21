import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/lib/context.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import type { AgreementKind } from './agreements.ts'
import { loadAgreement } from './agreements.queries.server.ts'

/** The agreement that an address shows, in the version of its query, and who runs the platform. @throws 404 for no such version */
export async function openAgreement(context: Readonly<RouterContextProvider>, url: URL, kind: AgreementKind) {
	const services = context.get(servicesContext)
	const agreement = await loadAgreement(services, kind, url.searchParams.get('version'))
	invariantResponse(agreement)
	return { agreement, operator: services.operator ?? {} }
}

import { AGREEMENT_KINDS, AGREEMENTS } from '#app/features/legal/agreements.ts'
import { openAgreement } from '#app/features/legal/agreements.server.ts'
import { invariantResponse } from '#app/lib/invariant.ts'
import type { Route } from './+types/agreement-file.ts'

/** The words of an agreement with companies or partners as a text file, exactly as they were hashed. */
export async function loader({ context, url }: Route.LoaderArgs): Promise<Response> {
	const kind = AGREEMENT_KINDS.find((one) => url.pathname === AGREEMENTS[one].file())
	invariantResponse(kind)
	const { agreement } = await openAgreement(context, url, kind)
	const name = `zeitplatz-${AGREEMENTS[kind].path().replace('/legal/', '')}-${agreement.version}.txt`
	return new Response(agreement.text, {
		headers: {
			'content-type': 'text/plain; charset=utf-8',
			'content-disposition': `attachment; filename="${name}"`,
			'cache-control': 'public, max-age=0, must-revalidate',
		},
	})
}

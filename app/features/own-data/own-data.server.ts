import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { readId } from '#app/features/booking/choice.ts'
import { PRIVATE_PAGE } from '#app/features/booking/open.server.ts'
import { bookingCookies, readBookingSecret, readSecret } from '#app/features/booking/secret.server.ts'
import { call } from '#app/lib/contracts.server.ts'
import { errorCode, errorMessage } from '#app/lib/errors.ts'
import { invariantData, invariantResponse } from '#app/lib/invariant.ts'
import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { paths } from '#app/lib/paths.ts'
import { redirect } from '#app/lib/redirect.ts'
import { sessionOf } from '#app/lib/session.server.ts'
import type { Client } from '#app/lib/supabase.server.ts'
import { erasedContract, type OwnData, ownAccountDataContract, ownDataContract } from './own-data.contracts.ts'

type Context = Readonly<RouterContextProvider>
const SURE = 'Bitte bestätigen Sie, dass Ihre Daten gelöscht werden sollen.'
const eraseSchema = z.object({ sure: z.literal('on', { error: SURE }) })

/**
 * The data of a link that this browser has opened, else null: then there may be a link still to open. A secret in the address is swapped
 * for a cookie at once and changes nothing, because programs that check links follow them, too.
 * @throws Response 404 when the id is not valid, a redirect without the secret when the address has one
 */
export async function loadOwnDataLink(context: Context, request: Request, url: URL, given: string | undefined) {
	const id = readId(given)
	invariantResponse(id)
	if (url.searchParams.has('s')) {
		const secret = readSecret(url.searchParams.get('s'))
		const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
		if (secret) keep(headers, id, secret, 3600)
		throw redirect(paths.ownDataLink(id), { headers })
	}
	const secret = readBookingSecret(request)
	return { id, found: await readOwnData(context, id, secret), hasSecret: secret !== undefined }
}

/** The same for the download, without what concerns only the page. @throws Response 404 when this browser opens nothing */
export async function loadOwnDataFile(context: Context, request: Request, given: string | undefined) {
	const id = readId(given)
	invariantResponse(id)
	const found = await readOwnData(context, id, readBookingSecret(request))
	invariantResponse(found)
	const { until: _until, ...kept } = found
	return kept
}

/** A person's own data as a file that only their browser keeps. */
export const ownDataFile = (filename: string, content: object): Response =>
	new Response(JSON.stringify(content, null, '\t'), {
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'content-disposition': `attachment; filename="${filename}"`,
			'cache-control': 'private, no-store',
			'referrer-policy': 'same-origin',
		},
	})

async function readOwnData(context: Context, id: string, pass: string | undefined): Promise<OwnData | null> {
	if (!pass) return null
	const answer = await call(sessionOf(context).client, 'own_data', ownDataContract, { p_link: id, p_pass: pass })
	if (answer.error && errorCode(answer.error) === 'data_link_invalid') return null
	return invariantData(answer)
}

/** What an account's own pages do not show of its person, for their download. */
export const loadAccountData = async (client: Client) =>
	invariantData(await call(client, 'own_account_data', ownAccountDataContract, {}))

/** Opens a link, once, or has the data erased. */
export async function actOnOwnData(context: Context, request: Request, given: string | undefined) {
	const id = readId(given)
	invariantResponse(id)
	const form = await readForm(request)
	const secret = readBookingSecret(request) ?? ''
	const { client } = sessionOf(context)
	if (form.get('intent') === 'open') {
		const { data: pass, error } = await client.rpc('open_own_data', { p_link: id, p_secret: secret })
		if (error) return refused(error)
		const headers = new Headers()
		keep(headers, id, pass, 1800)
		throw redirect(paths.ownDataLink(id), { status: 303, headers })
	}
	const submission = parseForm(form, { schema: eraseSchema })
	if (submission.status !== 'success')
		return data({ invalid: '', erased: null, missing: SURE }, { status: 400, headers: PRIVATE_PAGE })
	const { data: erased, error } = await call(client, 'erase_own_data', erasedContract, { p_link: id, p_pass: secret })
	return error ? refused(error) : data({ invalid: '', erased, missing: '' }, { headers: PRIVATE_PAGE })
}

function refused(error: Parameters<typeof errorCode>[0]) {
	return data({ invalid: errorMessage(error), erased: null, missing: '' }, { status: 404, headers: PRIVATE_PAGE })
}

function keep(headers: Headers, id: string, secret: string, seconds: number): void {
	for (const cookie of bookingCookies(secret, paths.ownDataLink(id), seconds)) headers.append('set-cookie', cookie)
}

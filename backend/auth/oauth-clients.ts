import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { pageNumber } from './admin-users.ts'
import { type Db, type Handler, readBody } from './call.ts'
import { AuthError, invalid } from './errors.ts'
import { tokenHash } from './secrets.ts'
import { isUuid } from './sessions.ts'

const GRANTS = ['authorization_code', 'refresh_token'] as const

const fields = {
	client_name: z.string().min(1).max(1_024),
	client_uri: z.url().max(2_048).nullish(),
	logo_uri: z.url().max(2_048).nullish(),
	redirect_uris: z.array(z.string().max(2_048)).min(1).max(10),
	grant_types: z.array(z.enum(GRANTS)).min(1).nullish(),
	token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post', 'none']).nullish(),
}
const CreateBody = z.object(fields)
const UpdateBody = z.object(fields).partial()

type ClientRow = {
	id: string
	client_secret_hash: string | null
	registration_type: string
	redirect_uris: string
	grant_types: string
	client_name: string | null
	client_uri: string | null
	logo_uri: string | null
	created_at: Date
	updated_at: Date
	client_type: string
	token_endpoint_auth_method: string
}

// Hosted stores lists as text separated by commas.
const clientJson = (row: ClientRow, secret?: string): Record<string, unknown> => ({
	client_id: row.id,
	client_secret: secret,
	client_name: row.client_name ?? undefined,
	client_type: row.client_type,
	client_uri: row.client_uri ?? undefined,
	logo_uri: row.logo_uri ?? undefined,
	redirect_uris: row.redirect_uris.split(','),
	grant_types: row.grant_types.split(','),
	response_types: ['code'],
	token_endpoint_auth_method: row.token_endpoint_auth_method,
	registration_type: row.registration_type,
	created_at: row.created_at,
	updated_at: row.updated_at,
})

/** POST /admin/oauth/clients: registers a client and shows its secret, which cannot be shown again. */
export const createOauthClient: Handler = async (call) => {
	const body = await readBody(call, CreateBody)
	checkRedirects(body.redirect_uris)
	const method = body.token_endpoint_auth_method ?? 'client_secret_basic'
	const secret = method === 'none' ? undefined : newSecret()
	const [row] = await call.auth.db<ClientRow[]>`
		insert into auth.oauth_clients (id, client_secret_hash, registration_type, redirect_uris, grant_types, client_name,
			client_uri, logo_uri, client_type, token_endpoint_auth_method)
		values (${randomUUID()}, ${secret ? tokenHash(secret) : null}, 'manual', ${body.redirect_uris.join(',')},
			${(body.grant_types ?? GRANTS).join(',')}, ${body.client_name}, ${body.client_uri ?? null},
			${body.logo_uri ?? null}, ${method === 'none' ? 'public' : 'confidential'}, ${method})
		returning *`
	return Response.json(row && clientJson(row, secret), { status: 201 })
}

/** GET /admin/oauth/clients: a page of clients, with hosted's `x-total-count` header. */
export const listOauthClients: Handler = async ({ auth, url }) => {
	const page = pageNumber(url.searchParams.get('page'), 1)
	const size = Math.min(pageNumber(url.searchParams.get('per_page'), 50), 1_000)
	const [count] = await auth.db<{ total: number }[]>`
		select count(*)::int as total from auth.oauth_clients where deleted_at is null`
	const rows = await auth.db<ClientRow[]>`
		select * from auth.oauth_clients where deleted_at is null
		order by created_at desc, id limit ${size} offset ${(page - 1) * size}`
	const headers = { 'x-total-count': String(count?.total ?? 0) }
	return Response.json({ clients: rows.map((row) => clientJson(row)), aud: 'authenticated' }, { headers })
}

/** GET /admin/oauth/clients/{id}. */
export const showOauthClient: Handler = async ({ auth }, [id]) => Response.json(clientJson(await find(auth.db, id)))

/** PUT /admin/oauth/clients/{id}: changes the given fields; the others stay. */
export const changeOauthClient: Handler = async (call, [id]) => {
	const before = await find(call.auth.db, id)
	const body = await readBody(call, UpdateBody)
	if (body.redirect_uris) checkRedirects(body.redirect_uris)
	const [row] = await call.auth.db<ClientRow[]>`
		update auth.oauth_clients set updated_at = now(), client_name = ${body.client_name ?? before.client_name},
			client_uri = ${body.client_uri ?? before.client_uri}, logo_uri = ${body.logo_uri ?? before.logo_uri},
			redirect_uris = ${body.redirect_uris?.join(',') ?? before.redirect_uris},
			grant_types = ${body.grant_types?.join(',') ?? before.grant_types},
			token_endpoint_auth_method = ${body.token_endpoint_auth_method ?? before.token_endpoint_auth_method}
		where id = ${before.id} returning *`
	return Response.json(row && clientJson(row))
}

/** DELETE /admin/oauth/clients/{id}. */
export const deleteOauthClient: Handler = async (call, [id]) => {
	const { id: known } = await find(call.auth.db, id)
	await call.auth.db`update auth.oauth_clients set deleted_at = now() where id = ${known}`
	return new Response(null, { status: 204 })
}

/** POST /admin/oauth/clients/{id}/regenerate_secret: the old secret becomes invalid at once. */
export const renewOauthSecret: Handler = async (call, [id]) => {
	const before = await find(call.auth.db, id)
	if (before.client_type === 'public') throw invalid('A public client has no secret')
	const secret = newSecret()
	const [row] = await call.auth.db<ClientRow[]>`
		update auth.oauth_clients set client_secret_hash = ${tokenHash(secret)}, updated_at = now()
		where id = ${before.id} returning *`
	return Response.json(row && clientJson(row, secret))
}

const newSecret = (): string => randomBytes(32).toString('base64url')

async function find(db: Db, id: string | undefined): Promise<ClientRow> {
	const [row] = isUuid(id)
		? await db<ClientRow[]>`select * from auth.oauth_clients where id = ${id} and deleted_at is null`
		: []
	if (!row) throw new AuthError(404, 'oauth_client_not_found', 'OAuth client not found')
	return row
}

// Loopback addresses can use plain HTTP. A fragment or a comma would break later comparisons.
function checkRedirects(addresses: string[]): void {
	for (const address of addresses) {
		const url = URL.canParse(address) ? new URL(address) : undefined
		const local = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1' || url?.hostname === '[::1]'
		const fits =
			url && (url.protocol === 'https:' || (url.protocol === 'http:' && local)) && !url.hash && !address.includes(',')
		if (!fits) throw invalid(`redirect_uris: ${address} is invalid`)
	}
}

import { z } from 'zod'
import { requireById } from './admin-users.ts'
import { audit } from './audit.ts'
import { type Call, type Db, type Handler, readBody } from './call.ts'
import { AuthError } from './errors.ts'
import { passkeyJson, type PasskeyRow } from './passkeys.ts'
import { isUuid, requireUser } from './sessions.ts'
import type { UserRow } from './users.ts'

const Body = z.object({ friendly_name: z.string().max(120) })

/** GET /passkeys: lists the signed-in user's passkeys. */
export const listPasskeys: Handler = async (call) => list(call.auth.db, (await requireUser(call)).user)

/** PATCH /passkeys/{id}: renames a passkey. */
export const renamePasskey: Handler = async (call, [id]) => {
	const { user } = await requireUser(call)
	const { friendly_name: name } = await readBody(call, Body)
	const [row] = isUuid(id)
		? await call.auth.db<PasskeyRow[]>`
			update auth.webauthn_credentials set friendly_name = ${name}, updated_at = now()
			where id = ${id} and user_id = ${user.id} returning *`
		: []
	if (!row) throw notFound()
	await audit(call.auth.db, call, 'passkey_updated', user, { passkey_id: row.id })
	return Response.json(passkeyJson(row))
}

/** DELETE /passkeys/{id}. */
export const deletePasskey: Handler = async (call, [id]) => {
	const { user } = await requireUser(call)
	return remove(call, user, id)
}

/** GET /admin/users/{id}/passkeys. */
export const listPasskeysOf: Handler = async ({ auth }, [userId]) => list(auth.db, await requireById(auth.db, userId))

/** DELETE /admin/users/{id}/passkeys/{passkeyId}. */
export const deletePasskeyOf: Handler = async (call, [userId, id]) =>
	remove(call, await requireById(call.auth.db, userId), id)

async function list(db: Db, user: UserRow): Promise<Response> {
	const rows = await db<PasskeyRow[]>`
		select * from auth.webauthn_credentials where user_id = ${user.id} order by created_at`
	return Response.json(rows.map(passkeyJson))
}

async function remove(call: Call, user: UserRow, id: string | undefined): Promise<Response> {
	const [row] = isUuid(id)
		? await call.auth.db`
			delete from auth.webauthn_credentials where id = ${id} and user_id = ${user.id} returning id`
		: []
	if (!row) throw notFound()
	await audit(call.auth.db, call, 'passkey_deleted', user, { passkey_id: id })
	return new Response(null, { status: 204 })
}

const notFound = (): AuthError => new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found')

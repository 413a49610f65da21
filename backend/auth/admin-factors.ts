import { z } from 'zod'
import { requireById } from './admin-users.ts'
import { audit } from './audit.ts'
import { type Handler, readBody } from './call.ts'
import { invalid } from './errors.ts'
import { factorJson, type FactorRow, removeFactor, requireFactor } from './mfa/factors.ts'
import { normalPhone } from './phone.ts'

const Body = z.object({ friendly_name: z.string().nullish(), phone: z.string().nullish() })

/** GET /admin/users/{id}/factors. */
export const listFactors: Handler = async ({ auth }, [userId]) => {
	const user = await requireById(auth.db, userId)
	const factors = await auth.db<FactorRow[]>`
		select * from auth.mfa_factors where user_id = ${user.id} order by created_at`
	return Response.json(factors.map(factorJson))
}

/** PUT /admin/users/{id}/factors/{factorId}: renames a factor, or changes the number of a phone. */
export const changeFactor: Handler = async (call, [userId, factorId]) => {
	const { db } = call.auth
	const user = await requireById(db, userId)
	const factor = await requireFactor(db, user.id, factorId)
	const body = await readBody(call, Body)
	if (body.phone && factor.factor_type !== 'phone') throw invalid('Only a phone factor has a phone number')
	const phone = body.phone ? normalPhone(body.phone) : factor.phone
	await db`update auth.mfa_factors set friendly_name = ${body.friendly_name ?? factor.friendly_name}, phone = ${phone},
		updated_at = now() where id = ${factor.id}`
	await audit(db, call, 'factor_updated', user, { factor_id: factor.id, by: 'admin' })
	return Response.json(factorJson(await requireFactor(db, user.id, factorId)))
}

/** DELETE /admin/users/{id}/factors/{factorId}: for people who have lost their second factor. */
export const deleteFactor: Handler = async (call, [userId, factorId]) => {
	const user = await requireById(call.auth.db, userId)
	const factor = await call.auth.db.begin(async (db) => {
		const known = await requireFactor(db, user.id, factorId, { lock: true })
		await removeFactor(db, known)
		await audit(db, call, 'factor_deleted', user, { factor_id: known.id, by: 'admin' })
		return known
	})
	return Response.json(factorJson(factor))
}

import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { audit } from '../audit.ts'
import { type Call, type Db, type Handler, readBody } from '../call.ts'
import { AuthError } from '../errors.ts'
import { requireUser, type SignedIn } from '../sessions.ts'
import { removeFactor, requireFactor } from './factors.ts'
import { raiseSession } from './verify.ts'

const TOTAL = 10
const LENGTH = 16
/** Without letters and digits that look alike. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const MAX_FAILURES = 10
const LOCK_MINUTES = 15

const GenerateBody = z.object({ friendly_name: z.string().max(1_000).nullish() })
const VerifyBody = z.object({ code: z.string().nullish() })

type CodeSet = { id: string; mfa_factor_id: string; locked: boolean }

/** GET /factors/recovery-codes: the number of codes, and how many are unused. */
export const recoveryCodesStatus: Handler = async (call) => {
	const { user } = await requireUser(call)
	const [row] = await call.auth.db<{ id: string; total: number; remaining: number }[]>`
		select s.mfa_factor_id as id, count(c.*)::int as total, count(c.*) filter (where c.consumed_at is null)::int as remaining
		from auth.mfa_recovery_code_sets s left join auth.mfa_recovery_codes c on c.mfa_recovery_code_set_id = s.id
		where s.user_id = ${user.id} group by s.mfa_factor_id`
	if (!row) throw notFound()
	return Response.json({ id: row.id, type: 'recovery_code', total: row.total, remaining: row.remaining })
}

/** POST /factors/recovery-codes: creates the codes and shows them, once. */
export const generateRecoveryCodes: Handler = async (call) => {
	const signedIn = await requireRaised(call)
	const name = (await readBody(call, GenerateBody)).friendly_name ?? 'Recovery codes'
	const { user } = signedIn
	const verified = user.factors.filter((factor) => factor.status === 'verified')
	if (!verified.some((factor) => factor.factor_type !== 'recovery_code')) {
		const message = 'Recovery codes need another verified factor'
		throw new AuthError(422, 'mfa_recovery_codes_sole_factor', message)
	}
	const factorId = randomUUID()
	const codes = makeCodes()
	await call.auth.db.begin(async (db) => {
		await db`select 1 from auth.users where id = ${user.id} for update`
		if (await findSet(db, user.id)) {
			const message = 'Recovery codes already exist, regenerate them to continue'
			throw new AuthError(422, 'mfa_verified_factor_exists', message)
		}
		await db`
			insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
			values (${factorId}, ${user.id}, ${name}, 'recovery_code', 'verified', now(), now())`
		const setId = randomUUID()
		await db`insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id) values (${setId}, ${user.id}, ${factorId})`
		await storeCodes(call, db, { setId, userId: user.id, codes })
		await audit(db, call, 'recovery_codes_generated', user, { factor_id: factorId })
	})
	return answerCodes(factorId, codes, name)
}

/** POST /factors/recovery-codes/regenerate: new codes in place of all old ones. */
export const regenerateRecoveryCodes: Handler = async (call) => {
	const { user } = await requireRaised(call)
	const codes = makeCodes()
	const factorId = await call.auth.db.begin(async (db) => {
		const set = await findSet(db, user.id)
		if (!set) throw notFound()
		await db`delete from auth.mfa_recovery_codes where mfa_recovery_code_set_id = ${set.id}`
		await db`update auth.mfa_recovery_code_sets set failed_verification_count = 0, verification_locked_until = null,
			updated_at = now() where id = ${set.id}`
		await storeCodes(call, db, { setId: set.id, userId: user.id, codes })
		await audit(db, call, 'recovery_codes_generated', user, { factor_id: set.mfa_factor_id })
		return set.mfa_factor_id
	})
	return answerCodes(factorId, codes)
}

/** POST /factors/recovery-codes/verify: raises the session with a code, which is then used up. */
export const verifyRecoveryCode: Handler = async (call) => {
	const signedIn = await requireUser(call, { half: 'allowed' })
	requireEnabled(call)
	const code = ((await readBody(call, VerifyBody)).code ?? '').toLowerCase().replace(/[\s-]/g, '')
	const { user } = signedIn
	const answer = await call.auth.db.begin(async (db) => {
		const set = await findSet(db, user.id)
		// Returned, not thrown, because throwing would undo the count of failures.
		if (!set) return new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
		if (set.locked) return new AuthError(429, 'mfa_recovery_codes_locked', 'Too many failed attempts, try again later')
		const [used] = await db`
			update auth.mfa_recovery_codes set consumed_at = now()
			where mfa_recovery_code_set_id = ${set.id} and consumed_at is null and code_hash = ${hashOf(call, user.id, code)}
			returning id`
		const traits = { factor_id: set.mfa_factor_id, factor_type: 'recovery_code', valid: used !== undefined }
		await audit(db, call, 'verification_attempted', user, traits)
		if (!used) {
			await countFailure(db, set.id)
			return new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
		}
		await db`update auth.mfa_recovery_code_sets set failed_verification_count = 0, updated_at = now() where id = ${set.id}`
		return raiseSession(call, db, signedIn, { id: set.mfa_factor_id, factor_type: 'recovery_code' })
	})
	if (answer instanceof AuthError) throw answer
	return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
}

/** DELETE /factors/recovery-codes: removes them. */
export const removeRecoveryCodes: Handler = async (call) => {
	const { user } = await requireRaised(call)
	const id = await call.auth.db.begin(async (db) => {
		const set = await findSet(db, user.id)
		if (!set) throw notFound()
		await removeFactor(db, await requireFactor(db, user.id, set.mfa_factor_id))
		await audit(db, call, 'recovery_codes_deleted', user, { factor_id: set.mfa_factor_id })
		return set.mfa_factor_id
	})
	return Response.json({ id })
}

const NEEDS_AAL2 = new AuthError(403, 'insufficient_aal', 'AAL2 required to manage recovery codes')

async function requireRaised(call: Call): Promise<SignedIn> {
	const signedIn = await requireUser(call, { half: NEEDS_AAL2 })
	requireEnabled(call)
	if (signedIn.session.aal === 'aal2') return signedIn
	throw NEEDS_AAL2
}

function requireEnabled(call: Call): void {
	if (call.auth.options.mfa.recoveryCodes) return
	throw new AuthError(422, 'mfa_recovery_codes_enroll_not_enabled', 'Recovery codes are disabled')
}

async function findSet(db: Db, userId: string): Promise<CodeSet | undefined> {
	const [set] = await db<CodeSet[]>`
		select id, mfa_factor_id, coalesce(verification_locked_until > now(), false) as locked
		from auth.mfa_recovery_code_sets where user_id = ${userId} for update`
	return set
}

async function countFailure(db: Db, setId: string): Promise<void> {
	await db`
		update auth.mfa_recovery_code_sets set updated_at = now(),
			verification_locked_until = case when failed_verification_count + 1 >= ${MAX_FAILURES}
				then now() + make_interval(mins => ${LOCK_MINUTES}) end,
			failed_verification_count = case when failed_verification_count + 1 >= ${MAX_FAILURES}
				then 0 else failed_verification_count + 1 end
		where id = ${setId}`
}

async function storeCodes(
	call: Call,
	db: Db,
	{ setId, userId, codes }: { setId: string; userId: string; codes: string[] },
): Promise<void> {
	const hashes = codes.map((code) => hashOf(call, userId, code))
	await db`
		insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash)
		select gen_random_uuid(), ${setId}, hash from unnest(${hashes}::text[]) as hash`
}

const hashOf = (call: Call, userId: string, code: string): string =>
	call.auth.secrets.codeHash(userId, 'recovery_code', code)

const makeCodes = (): string[] =>
	Array.from({ length: TOTAL }, () =>
		Array.from({ length: LENGTH }, () => ALPHABET[randomInt(0, ALPHABET.length)]).join(''),
	)

const notFound = (): AuthError => new AuthError(404, 'mfa_factor_not_found', 'Recovery codes not found')

function answerCodes(id: string, codes: string[], name?: string): Response {
	const body = { id, type: 'recovery_code', friendly_name: name, total: codes.length, codes }
	return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}

import { z } from 'zod'
import { audit } from './audit.ts'
import { type Handler, normalEmail, readBody } from './call.ts'
import { AuthError, emailExists } from './errors.ts'
import { challengeFields, readChallenge } from './flow-states.ts'
import { sendEmailChange } from './mail-requests.ts'
import { checkStrength, hashPassword, verifyPassword } from './passwords.ts'
import { checkReauthentication } from './reauthentication.ts'
import { endSessions, requireUser, type SignedIn } from './sessions.ts'
import { metadataField } from './signup.ts'
import { userJson } from './user-json.ts'
import { findUser, getUser, setPassword, updateMetadata } from './users.ts'

const UserBody = z.object({
	email: z.string().nullish(),
	phone: z.string().nullish(),
	password: z.string().nullish(),
	current_password: z.string().nullish(),
	nonce: z.string().nullish(),
	data: metadataField,
	app_metadata: metadataField,
	...challengeFields,
})

/** GET /user: the signed-in user. */
export const readUser: Handler = async (call) => {
	const { user } = await requireUser(call)
	return Response.json(userJson(user))
}

/** PUT /user: changes the signed-in user's password, metadata or (after confirmation by mail) address. */
export const updateUser: Handler = async (call) => {
	const signedIn = await requireUser(call)
	const body = await readBody(call, UserBody)
	const { user, session } = signedIn
	const { db, limits } = call.auth
	const challenge = readChallenge(body)
	const email = body.email ? normalEmail(body.email) : undefined
	const newEmail = email !== undefined && email !== user.email ? email : undefined
	if (body.app_metadata) throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
	if (body.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
	const passwordHash = body.password ? await newPasswordHash(signedIn, body.password) : undefined
	if (newEmail) {
		requireAal2(signedIn)
		if (await findUser(db, { email: newEmail })) throw emailExists()
		await limits.takeMail('email_change', user.email ?? user.id)
	}

	await db.begin(async (tx) => {
		if (passwordHash !== undefined) {
			await checkReauthentication(call, tx, signedIn, { nonce: body.nonce, currentPassword: body.current_password })
			await setPassword(tx, user.id, passwordHash)
			await endSessions(tx, user.id, { except: session.id })
			await audit(tx, call, 'user_updated_password', user)
		}
		// Locked: changes made at the same time to other keys must not get lost.
		const locked = await findUser(tx, { id: user.id }, { lock: true })
		if (body.data && locked) await updateMetadata(tx, locked, { user: body.data })
		if (newEmail) await tx`update auth.users set email_change = ${newEmail} where id = ${user.id}`
		await audit(tx, call, 'user_modified', user)
	})
	if (newEmail) await sendEmailChange(call, await getUser(db, user.id), challenge)
	return Response.json(userJson(await getUser(db, user.id)))
}

async function newPasswordHash(signedIn: SignedIn, password: string): Promise<string> {
	checkStrength(password)
	requireAal2(signedIn)
	if (await verifyPassword(password, signedIn.user.encrypted_password)) {
		throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
	}
	return hashPassword(password)
}

/** Who has a second factor must have shown it before changing how they sign in. */
function requireAal2({ user, session }: SignedIn): void {
	const enrolled = user.factors.some((factor) => factor.status === 'verified')
	if (!enrolled || session.aal === 'aal2') return
	const message = 'AAL2 session is required to update email or password when MFA is enabled.'
	throw new AuthError(401, 'insufficient_aal', message)
}

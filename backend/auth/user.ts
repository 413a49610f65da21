import { z } from 'zod'
import { audit } from './audit.ts'
import { inBackground } from './background.ts'
import { type Call, type Handler, normalEmail, readBody } from './call.ts'
import { AuthError, emailExists, invalid, phoneExists } from './errors.ts'
import { evenly } from './even-time.ts'
import { challengeFields, readChallenge } from './flow-states.ts'
import { sendEmailChange, sendPhoneChange } from './contact-changes.ts'
import { checkChange, mergeMetadata } from './metadata.ts'
import { checkStrength, hashPassword, verifyPassword } from './passwords.ts'
import { normalPhone, requirePhone, smsChannel } from './phone.ts'
import { checkReauthentication } from './reauthentication.ts'
import { endSessions, requireUser, type SignedIn } from './sessions.ts'
import { metadataField } from './signup.ts'
import { userJson } from './user-json.ts'
import {
	changeEmail,
	changePhone,
	findUser,
	getUser,
	isTaken,
	setPassword,
	updateMetadata,
	type UserRow,
} from './users.ts'

const UserBody = z.object({
	email: z.string().nullish(),
	phone: z.string().nullish(),
	password: z.string().nullish(),
	current_password: z.string().nullish(),
	nonce: z.string().nullish(),
	channel: z.string().nullish(),
	data: metadataField,
	app_metadata: metadataField,
	...challengeFields,
})

/**
 * GET /user: the signed-in user, with `lacks_sign_in: true` when the account has no password, passkey or linked service to sign in
 * with again. Hosted does not report that, and neither do our other calls.
 */
export const readUser: Handler = async (call) => {
	const { user } = await requireUser(call, { half: 'allowed' })
	const lacks = (await lacksSignIn(call, user)) ? { lacks_sign_in: true } : {}
	return Response.json({ ...userJson(user), ...lacks })
}

async function lacksSignIn(call: Call, user: UserRow): Promise<boolean> {
	const linked = user.identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')
	if (user.encrypted_password || user.is_anonymous || linked) return false
	const [passkey] = await call.auth.db`select from auth.webauthn_credentials where user_id = ${user.id} limit 1`
	return passkey === undefined
}

/** PUT /user: changes the signed-in user's password, metadata or (after confirmation by mail) address. */
export const updateUser: Handler = async (call) => {
	const signedIn = await requireUser(call, { half: NEEDS_AAL2 })
	const body = await readBody(call, UserBody)
	const work = () => change(call, signedIn, body)
	// The time must not reveal whether an address or number is taken.
	return body.email || body.phone ? evenly(ANSWER_MS, work) : work()
}

const ANSWER_MS = 150

async function change(call: Call, signedIn: SignedIn, body: z.output<typeof UserBody>): Promise<Response> {
	const { user, session } = signedIn
	const { db, limits } = call.auth
	const challenge = readChallenge(call, body)
	const email = body.email ? normalEmail(body.email) : undefined
	const newEmail = email !== undefined && email !== user.email ? email : undefined
	if (body.app_metadata) throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
	const newPhone = readNewPhone(call, user, body.phone)
	const channel = newPhone && !call.auth.options.phone.autoconfirm ? smsChannel(call, body.channel) : undefined
	if (body.password && user.is_anonymous && !user.confirmed_at) {
		throw invalid('Updating password of an anonymous user without an email or phone is not allowed')
	}
	if (body.password)
		await checkStrength(call, body.password, {
			email: email ?? user.email,
			data: { ...user.raw_user_meta_data, ...body.data },
		})
	const passwordHash = body.password ? await hashPassword(body.password) : undefined
	if (newEmail) {
		const to = [user.email ?? '', newEmail].filter(Boolean)
		await limits.takeMail({ purpose: 'email_change', asked: user.email || user.id, to, network: call.network })
	}
	if (newPhone && channel) await limits.takeSms('phone_change', newPhone)
	const atOnce = user.is_anonymous && !call.auth.settings.confirmMail
	// If the new address or number must be proved by a message, the user is not told that it is taken; the message is
	// just not sent.
	if (newEmail && atOnce && (await isTaken(db, { email: newEmail }))) throw emailExists()
	if (newPhone && !channel && (await isTaken(db, { phone: newPhone }))) throw phoneExists()

	await db.begin(async (tx) => {
		if (body.password && passwordHash !== undefined) {
			await checkReauthentication(call, tx, signedIn, { nonce: body.nonce, currentPassword: body.current_password })
			// Checked only after the proof, because the answer reveals whether a guess is right.
			if (await verifyPassword(body.password, user.encrypted_password)) {
				throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
			}
			await setPassword(tx, user.id, passwordHash)
			await endSessions(tx, user.id, { except: session.id })
			await audit(tx, call, 'user_updated_password', user)
		}
		// Locked, so that simultaneous changes to other keys are not lost.
		const locked = await findUser(tx, { id: user.id }, { lock: true })
		if (body.data && locked) {
			checkChange(
				call.auth.options.userData,
				locked.raw_user_meta_data,
				mergeMetadata(locked.raw_user_meta_data, body.data),
			)
			await updateMetadata(tx, locked, { user: body.data })
		}
		if (newEmail && atOnce) await changeEmail(tx, user.id, newEmail)
		else if (newEmail) await tx`update auth.users set email_change = ${newEmail} where id = ${user.id}`
		if (newPhone && !channel) await changePhone(tx, user.id, newPhone)
		else if (newPhone) await tx`update auth.users set phone_change = ${newPhone} where id = ${user.id}`
		await audit(tx, call, 'user_modified', user)
	})
	if (newEmail && !atOnce) {
		const asking = await getUser(db, user.id)
		await inBackground(call, 'change of an address', () => sendEmailChange(call, asking, { challenge }))
	}
	if (newPhone && channel) await sendPhoneChange(call, { ...user, phone_change: newPhone }, channel)
	return Response.json(userJson(await getUser(db, user.id)))
}

const NEEDS_AAL2 = new AuthError(
	401,
	'insufficient_aal',
	'AAL2 session is required to update email or password when MFA is enabled.',
)

function readNewPhone(call: Call, user: UserRow, given: string | null | undefined): string | undefined {
	if (!given) return undefined
	requirePhone(call)
	const phone = normalPhone(given)
	return phone === user.phone ? undefined : phone
}

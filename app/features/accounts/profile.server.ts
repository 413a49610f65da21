import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { formatDate, formatTime } from '#app/lib/dates.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { textOf } from '#app/lib/form.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { paths } from '#app/lib/paths.ts'
import { requireUser, signInClient } from '#app/lib/session.server.ts'
import { changePasswordSchema, profileSchema } from './accounts.form.ts'
import { deviceName } from './device.ts'
import { readOwnAppointments } from './own-appointments.server.ts'

type Context = Readonly<RouterContextProvider>
// Not bound to a place.
const ZONE = 'Europe/Berlin'
const HIDDEN = { hideFields: ['password', 'current'] }

/** The person's own data and appointments. */
export async function readProfile(context: Context) {
	const { client, user } = requireUser(context)
	const [profile, appointments, sessions] = await Promise.all([
		client.from('profiles').select('name, phone').eq('id', user.id).single(),
		readOwnAppointments(client, user.id, new Date()),
		client.rpc('own_sessions'),
	])
	const devices = invariantData(sessions).map(({ id, seen_at, user_agent, present }) => ({
		id,
		name: deviceName(user_agent),
		since: `${formatDate(seen_at, ZONE)}, ${formatTime(seen_at, ZONE)}`,
		present,
	}))
	return { profile: invariantData(profile), appointments, devices, email: user.email }
}

/** Saves name and phone, or changes the password (the present one is asked for, also in fresh sessions). */
export async function changeProfile(context: Context, request: Request) {
	const { client, user } = requireUser(context)
	const form = await request.formData()
	if (form.get('intent') === 'end-session') {
		const { error } = await client.rpc('end_session', { p_session: textOf(form, 'session') })
		if (error) throw new Error(error.message)
		return redirect(`${paths.profile()}?gespeichert=geraete`)
	}
	if (form.get('intent') === 'sign-out-everywhere') {
		const headers = new Headers()
		await signInClient(context, request, headers).auth.signOut({ scope: 'global' })
		return redirect(paths.login(), { headers })
	}
	if (form.get('intent') !== 'password') {
		const submission = parseWithZod(form, { schema: profileSchema })
		if (submission.status !== 'success') return data({ form: 'profile', reply: submission.reply() }, { status: 400 })
		const { error } = await client.from('profiles').update(submission.value).eq('id', user.id)
		if (error)
			return data({ form: 'profile', reply: submission.reply({ formErrors: [errorMessage(error)] }) }, { status: 400 })
		return redirect(`${paths.profile()}?gespeichert=angaben`)
	}
	const submission = parseWithZod(form, { schema: changePasswordSchema })
	if (submission.status !== 'success')
		return data({ form: 'password', reply: submission.reply(HIDDEN) }, { status: 400 })
	const { current, password } = submission.value
	const headers = new Headers()
	const attributes = { password, current_password: current }
	const { error } = await signInClient(context, request, headers).auth.updateUser(attributes)
	if (!error) return redirect(`${paths.profile()}?gespeichert=passwort`, { headers })
	const wrong = error.code === 'invalid_credentials'
	const fieldErrors = {
		[wrong ? 'current' : 'password']: [
			wrong ? 'Das bisherige Passwort stimmt nicht.' : errorMessage(error.code ?? 'unexpected'),
		],
	}
	return data({ form: 'password', reply: submission.reply({ ...HIDDEN, fieldErrors }) }, { status: 400 })
}

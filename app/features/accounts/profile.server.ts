import { parseForm, readForm } from '#app/lib/parse-form.ts'
import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/lib/context.server.ts'
import { errorMessage } from '#app/lib/errors.ts'
import { invariantData } from '#app/lib/invariant.ts'
import { redirect } from '#app/lib/redirect.ts'
import { phoneText } from '#app/lib/phone.server.ts'
import { leaveSession, requireAccount, requireUser } from '#app/lib/session.server.ts'
import { profileSchema } from './accounts.form.ts'
import { loadGuestBookings } from './guest-bookings.server.ts'
import { loadOwnAppointments } from './own-appointments.server.ts'
import { changeSecurity } from './security/security.commands.server.ts'
import type { SecurityReply } from './security/security.ts'
import { hasNoSignIn } from './signup-proof.server.ts'

type Context = Readonly<RouterContextProvider>

/** What the person has booked. */
export async function loadVisits(context: Context) {
	const { client, user } = requireUser(context)
	const [profile, appointments, guestBookings] = await Promise.all([
		client.from('profiles').select('name').eq('id', user.id).maybeSingle(),
		loadOwnAppointments(client, context.get(servicesContext), user.id, new Date()),
		loadGuestBookings(client),
	])
	// The account is gone, but its token stays valid for a little longer.
	if (!profile.data && !profile.error) throw await leaveSession(context)
	return { ...invariantData(profile), appointments, guestBookings, email: user.email }
}

/** Whether only a mail could open the person's account again; hosted services do not tell. */
export async function lacksSignIn(context: Context): Promise<boolean> {
	return hasNoSignIn(await requireAccount(context))
}

/** The person's own data, and a change of address that is under way. */
export async function loadPersonalData(context: Context) {
	const { client, user } = requireUser(context)
	const [profile, account] = await Promise.all([
		client.from('profiles').select('name, phone').eq('id', user.id).single(),
		requireAccount(context),
	])
	const { email = '', new_email: newEmail = '' } = account
	const { name, phone } = invariantData(profile)
	return { name, phone: phoneText(phone), email, newEmail }
}

/** Saves name and phone, and asks the auth service to change the address. */
export async function changePersonalData(context: Context, request: Request, path: string) {
	const { client, user } = requireUser(context)
	const form = await readForm(request)
	const changed = await changeSecurity({ context, request, form, path })
	if (changed) return changed
	const submission = parseForm(form, { schema: profileSchema })
	const refuse = (reply: SecurityReply['reply']) => data<SecurityReply>({ form: 'profile', reply }, { status: 400 })
	if (submission.status !== 'success') return refuse(submission.reply())
	const { error } = await client.from('profiles').update(submission.value).eq('id', user.id)
	if (error) return refuse(submission.reply({ formErrors: [errorMessage(error)] }))
	return redirect(`${path}?gespeichert=angaben`)
}

import { invariantData } from '#app/lib/invariant.ts'
import type { User } from '@supabase/supabase-js'
import type { Client } from '#app/lib/supabase.server.ts'
import { allRows } from '#app/lib/whole-answers.ts'

const VISIT =
	`id, state, starts_at, ends_at, contact_name, contact_email, contact_phone, for_name, note, total_cents, source, created_at,
	location_id, package_name, lines:appointment_lines(position, service_name, starts_at, ends_at, price_cents),
	messages:appointment_messages(by_customer, text, created_at),
	early_start:early_starts(agreed_at, text_hash),
	events:appointment_events(at, verb, actor, from_state, to_state, reason, old_starts_at, new_starts_at)`.replaceAll(
		/\s/g,
		'',
	)

/** Everything kept about a person under their own account, for their download (Art. 15 and 20 DSGVO). Instants are in UTC, prices in cents. */
export async function loadOwnData(client: Client, user: User, now: Date) {
	const [profile, places, sessions, passkeys, deletion] = await Promise.all([
		client.from('profiles').select('name, phone, created_at, updated_at').eq('id', user.id).single(),
		allRows((from, to) => client.rpc('own_places').order('id').range(from, to)),
		allRows((from, to) => client.rpc('own_sessions').order('id').range(from, to)),
		client.auth.passkey.list(),
		client.rpc('account_deletion'),
	])
	const appointments = await allRows<unknown>((from, to) =>
		client.from('appointments').select(VISIT).eq('user_id', user.id).order('starts_at').order('id').range(from, to),
	)
	return {
		exported_at: now.toISOString(),
		account: {
			...{ id: user.id, email: user.email, new_email: user.new_email, last_sign_in_at: user.last_sign_in_at },
			...invariantData(profile),
			deletion_due_at: deletion.data,
		},
		ways_to_sign_in: {
			services: user.identities?.map(({ provider, created_at, identity_data: data }) => ({
				provider,
				created_at,
				data,
			})),
			second_factors: user.factors?.map(({ factor_type: type, friendly_name: name, status, created_at }) => ({
				...{ type, name, status, created_at },
			})),
			passkeys: passkeys.data,
		},
		locations: places,
		appointments,
		sessions: sessions.map(({ created_at, seen_at, user_agent }) => ({
			created_at,
			seen_at,
			user_agent,
		})),
	}
}

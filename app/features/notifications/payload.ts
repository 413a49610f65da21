import type { Trader } from '#app/features/legal/withdrawal.ts'

/** What `internal.queue_messages` puts into a message (supabase/schemas/80_messages/50_message_verbs.sql). Instants are ISO 8601. */
export type AppointmentPayload = {
	appointment_id: string
	sequence: number
	state: string
	actor: 'customer' | 'business' | 'system'
	starts_at: string
	ends_at: string
	time_zone: string
	total_cents: number
	created_at: string
	cancellation_hours: number
	cancel_until: string
	/** The booking number; missing in messages queued before there were numbers. */
	number?: string
	/** Whether there is a right to withdraw from the contract. */
	withdrawal: boolean
	/** Category under § 203 StGB: neither services nor the note are named. */
	secret: boolean
	note: string
	/** The name is empty where this recipient must not be told it (supabase/schemas/80_messages/30_neutral_words.sql). */
	customer: { name: string; email: string; phone: string }
	location: {
		slug: string
		name: string
		street: string
		postal_code: string
		city: string
		phone: string
		email: string
		/** Empty where there is none or the recipient is a stranger; missing in older messages. */
		logo_path?: string
	}
	/** Facts are empty where this recipient must not be told them. */
	company: Trader & {
		/** Charges no VAT (§ 19 UStG). */
		small_business: boolean
	}
	/** The person who comes, where another one has booked; missing in older messages. */
	for_name?: string
	/** The package that the services were sold as; missing in older messages, null where the recipient must not be told it. */
	package_name?: string | null
	services: {
		service_id?: string
		name: string | null
		employee: string
		starts_at: string
		ends_at: string
		price_cents: number
		/** Set for seats of an event. */
		seats?: number
	}[]
	reason?: string
	old_starts_at?: string
	old_ends_at?: string
	/** The services that the recipient knows of. */
	old_services?: string[]
	/** The agreement to a visit within the period for withdrawing; missing when none was needed. */
	early_start?: { text: string; agreed_at: string }
	/** When a withdrawal was declared. */
	declared_at?: string
	/** The customer's words with the withdrawal. */
	statement?: string
	/** What the other side wrote; none under § 203 StGB and where the words would lead away. */
	words?: string[]
	/** Another time that is held for the customer until they answer. */
	proposal?: { starts_at: string; ends_at: string; answer_by: string; people: string[]; away: string | null }
	/** All appointments of a series that this mail is about, in order; the first one is the message's own. */
	series?: {
		appointment_id: string
		starts_at: string
		ends_at: string
		total_cents: number
		sequence: number
		/** When it was, in a mail about several that have moved. */
		old_starts_at?: string
	}[]
	/** What was paid online; missing in older messages, null where nothing was. */
	payment?: {
		paid_cents: number
		returned_cents: number
		later_cents: number
		kept_cents?: number
		test: boolean
	} | null
	/** What is still to be paid online; `until` is null before the business has said yes. Missing in older messages. */
	due?: { cents: number; later_cents: number; until: string | null; test: boolean } | null
	/** A request that was accepted, and not paid in time. */
	unpaid?: boolean
	/** A request that nobody answered in time. */
	lapsed?: boolean
}

export type MessageKind =
	| 'appointment_confirmed'
	| 'appointment_requested'
	| 'appointment_declined'
	| 'appointment_cancelled'
	| 'appointment_rescheduled'
	| 'appointment_proposed'
	| 'appointment_kept'
	| 'appointment_withdrawn'
	| 'appointment_not_booked'
	| 'appointment_payment_due'
	| 'appointment_message'

export type AppointmentMessage = {
	id: string
	kind: MessageKind
	audience: 'customer' | 'business'
	recipient: string
	payload: AppointmentPayload
}

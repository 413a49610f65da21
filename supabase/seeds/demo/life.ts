import type { TransactionSql } from 'postgres'
import { SALON_ANNA, WORKSHOP } from './cast.ts'
import { addOffers } from './offers.ts'
import { addPayments } from './payments.ts'

const { companyId, locationId, owner, jonas, elif } = SALON_ANNA

/**
 * What goes on at Salon Anna on an ordinary day, by the verbs that its people would use: Elif has called in sick, customers have been asked to
 * come at another time, a course is full and people wait for a seat, deposits were paid and given back. The mails about it count as sent, so that a start sends none.
 */
export async function addLife(sql: TransactionSql, now: Date): Promise<void> {
	await sql`select set_config('zeitplatz.now', ${now.toISOString()}, true),
		set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.userId, role: 'authenticated', aal: 'aal1' })}, true)`
	await addCards(sql, now)
	await addSickDay(sql, now)
	await addCourse(sql, now)
	await addOffers(sql, now)
	await addPayments(sql, now)
	// What is queued when a transaction ends is queued now.
	await sql`set constraints all immediate`
	// Columns that the database fills with its own clock.
	await sql`update public.appointments set created_at = ${now} where location_id = ${locationId} and created_at > ${now}`
	await sql`update public.appointment_events set at = ${now} where at > ${now}`
	await sql`update public.messages set state = 'sent', sent_at = ${now} where state = 'queued'`
	await sql`select set_config('request.jwt.claims', '', true)`
}

/** Health data and a relative on the cards of customers who come often. */
async function addCards(sql: TransactionSql, now: Date): Promise<void> {
	const regulars = await sql<{ id: string }[]>`select id from public.customers
		where company_id = ${companyId} and 'Stamm' = any(tags) order by name, id limit 4`
	const notes = ['Allergie gegen PPD: nur Tönung ohne.', 'Empfindliche Kopfhaut, kein Ammoniak.']
	for (const [turn, note] of notes.entries()) {
		await sql`insert into public.customer_health (customer_id, company_id, note, updated_at, updated_by)
			values (${regulars[turn]?.id ?? null}, ${companyId}, ${note}, ${now}, ${owner.name})`
	}
	await sql`insert into public.customer_relatives (company_id, customer_id, name, relation)
		values (${companyId}, ${regulars[2]?.id ?? null}, 'Lena', 'Tochter')`
}

/** Elif is ill on the next day with enough to do: one customer has agreed to another time, one has not, some have yet to answer or to be asked. */
async function addSickDay(sql: TransactionSql, now: Date): Promise<void> {
	const [day] = await sql<{ starts: Date; ends: Date }[]>`
		select greatest(local.day::timestamp at time zone 'Europe/Berlin', date_trunc('minute', ${now}::timestamptz),
				-- She has finished what she had begun.
				(select max(internal.instant(upper(taken.minutes))) from public.occupancies taken
					where taken.subject = ${elif.employeeId} and taken.minutes @> internal.minute(${now}::timestamptz))) as starts,
			(local.day + 1)::timestamp at time zone 'Europe/Berlin' as ends
		from public.appointment_lines line join public.appointments visit on visit.id = line.appointment_id and visit.state = 'confirmed'
		cross join lateral (select (line.starts_at at time zone 'Europe/Berlin')::date as day) local
		where line.employee_id = ${elif.employeeId} and visit.starts_at > ${now}::timestamptz + interval '1 hour'
		group by local.day having count(*) >= 4 order by local.day limit 1`
	if (!day) return
	const [begun] = await sql<{ made: { id: string } }[]>`
		select public.begin_disruption(${locationId}, ${day.starts}, ${day.ends}, ${elif.employeeId}, 'Krank') as made`
	const id = begun?.made.id ?? ''
	const items = await sql<{ visit: string }[]>`
		select item.appointment_id as visit from public.disruption_items item join public.appointments booked on booked.id = item.appointment_id
		where item.disruption_id = ${id} and booked.contact_email is not null
			-- Whoever comes within minutes is phoned, not asked.
			and booked.starts_at > ${now}::timestamptz + interval '1 hour' order by item.starts_at`
	let asked = 0
	for (const { visit } of items) {
		// One after the other: what is proposed to one customer is no longer free for the next.
		const [best] = await sql<{ starts: Date; person: string | null }[]>`
			select best.starts_at as starts, best.employee_ids[1] as person
			from public.disruptions disruption join public.appointments booked on booked.id = ${visit}
			cross join lateral internal.replacements(booked, disruption) best
			where disruption.id = ${id} and best.starts_at > ${now}::timestamptz + interval '2 hours' limit 1`
		if (!best || asked === 4) continue
		await sql`select public.propose_move(${id}, ${visit}, ${best.starts}, ${best.person})`
		if (asked < 2) await sql`select public.answer_proposal(${visit}, ${asked === 0})`
		asked++
	}
}

/** An evening course in a week or two with as many people as seats, and three who wait. */
async function addCourse(sql: TransactionSql, now: Date): Promise<void> {
	const [course] = await sql<{ id: string }[]>`
		select made.id from (select (${now}::timestamptz at time zone 'Europe/Berlin')::date + number as day from generate_series(7, 13) number) coming
		cross join lateral public.create_event(${locationId}, ${WORKSHOP.serviceId}, ${jonas.employeeId},
			(coming.day + time '20:15') at time zone 'Europe/Berlin', (coming.day + time '21:45') at time zone 'Europe/Berlin', 6, null, ${WORKSHOP.name},
			3900, ${'Mit eigener Bürste und Föhn: wir zeigen Ansatz, Spitzen und Locken, Schritt für Schritt. Getränke sind dabei.'}) made
		where extract(isodow from coming.day) = 3`
	const guests = await sql<{ id: string; name: string; email: string; phone: string }[]>`
		select id, name, email, phone from public.customers where company_id = ${companyId} and user_id is null and email is not null
		order by created_at desc, id limit 8`
	const places = [2, 1, 1, 1, 1]
	for (const [turn, seats] of places.entries()) {
		const { id: customer_id, ...contact } = guests[turn] ?? { id: '' }
		await sql`select public.add_participant(${course?.id ?? null}, ${seats}, ${sql.json({ customer_id, ...contact })}, '', false)`
	}
	for (const { name, email, phone } of guests.slice(places.length)) {
		await sql`insert into public.event_waits (event_id, seats, name, email, phone, created_at, confirmed_at)
			values (${course?.id ?? null}, 1, ${name}, ${email}, ${phone}, ${now}, ${now})`
	}
}

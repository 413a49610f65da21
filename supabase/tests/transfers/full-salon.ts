import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Sql } from 'postgres'
import type { Client } from '#app/lib/supabase.server.ts'
import { MIA, SALON_ANNA } from '#supabase/seeds/demo/cast.ts'

/** Gives the demo's Salon Anna at least one row of every table that an export has, beside what the demo fills. */
export async function fillSalon(sql: Sql, client: Client): Promise<void> {
	const { companyId: company, locationId: location } = SALON_ANNA
	const [anna, cut, color] = [SALON_ANNA.owner.employeeId, SALON_ANNA.cut.serviceId, SALON_ANNA.color.serviceId]
	const [one, other] = await sql`select id from public.customers where company_id = ${company}
		and id not in (select customer_id from public.customer_health) order by name limit 2`
	const [visit, past] =
		await sql`select id, starts_at from public.appointments where company_id = ${company} and state = 'confirmed'
		and id not in (select appointment_id from public.disruption_items) and starts_at > now() + interval '1 day' order by starts_at limit 2`
	const far = sql`(date_trunc('day', now(), 'UTC') + interval '300 days')`
	await sql`insert into public.company_tax_data (company_id, taxpayer, first_name, birthday, tax_id, iban, postal_code, country, tax_country)
		values (${company}, 'person', 'Anna', '1980-12-24', 'AT-86095742719', 'DE89370400440532013000', '1010 WIEN', 'AT', 'AT')`
	await sql`insert into public.location_hours (location_id, weekday, starts, ends) values (${location}, 1, '09:00', '18:00')`
	await sql`insert into public.working_hours (employee_id, weekday, starts, ends, valid_from, rota_weeks, rota_week, rota_start)
		values (${anna}, 7, '10:00', '12:00', '2035-01-01', 3, 2, '2026-11-23')`
	await sql`insert into public.service_addons (addon_id, service_id, location_id) values (${color}, ${cut}, ${location})`
	await sql`insert into public.service_tests (service_id, test_service_id, location_id) values (${color}, ${cut}, ${location})`
	await sql`insert into public.day_prices (service_id, location_id, percent, weekdays, first_day)
		values (${cut}, ${location}, -10, '{1,2}', '2026-01-01')`
	const [bundle] =
		await sql`insert into public.packages (location_id, name, price_cents) values (${location}, 'Rundum', 9900) returning id`
	await sql`insert into public.package_services values (${bundle?.id}, 1, ${cut}, ${location}), (${bundle?.id}, 2, ${color}, ${location})`
	await sql`insert into public.offer_templates (company_id, name, text) values (${company}, 'Gern', 'Sehr gern. Bis bald!')`
	await sql`insert into public.customer_contacts (company_id, customer_id, kind, value)
		values (${company}, ${one?.id}, 'phone', '+493012345678')`
	await sql`insert into public.customer_relatives (company_id, customer_id, relative_id, name, relation)
		values (${company}, ${one?.id}, ${other?.id}, '', 'Tochter')`
	await sql`insert into public.customer_health (customer_id, company_id, note, updated_at, updated_by)
		values (${one?.id}, ${company}, 'Allergisch gegen Ammoniak', now(), 'Anna Becker')`
	await sql`update public.customers set note = 'Kommt "immer" zu spät; =1+1\nnächste Zeile – ö', tags = '{stammgast,vip}', birthday = '1990-02-28'
		where id = ${one?.id}`
	await sql`insert into public.appointment_notes (appointment_id, text) values (${visit?.id}, 'Schlüssel liegt im Laden')`
	await sql`insert into public.appointment_messages (appointment_id, location_id, by_customer, text, created_at, settled_at)
		values (${visit?.id}, ${location}, true, 'Darf mein Hund mit?', now(), null), (${visit?.id}, ${location}, false, 'Gern!', now(), now())`
	await sql`insert into public.appointment_changes (event_id, appointment_id, changes)
		select id, appointment_id, '{"note": ["alt", "neu"]}' from public.appointment_events where appointment_id = ${visit?.id} limit 1`
	await sql`insert into public.early_starts (appointment_id, agreed_at, text_hash) values (${visit?.id}, now(), repeat('a', 64))`
	await sql`insert into public.withdrawals (appointment_id, company_id, name, email, booking_number, statement, declared_at)
		values (${past?.id}, ${company}, 'Mia', ${MIA.email}, 'ABC', 'Ich widerrufe', now())`
	await sql`insert into public.blocks (location_id, employee_id, title, starts_at, ends_at, series)
		values (${location}, ${anna}, 'Zahnarzt', ${far} + interval '9 hours', ${far} + interval '10 hours', gen_random_uuid())`
	await sql`insert into public.occupancies (subject, minutes, source, position, kind)
		select employee_id, int4multirange(int4range((extract(epoch from starts_at) / 60)::integer, (extract(epoch from ends_at) / 60)::integer)), id, 0, 'block'
		from public.blocks where location_id = ${location} and title = 'Zahnarzt'`
	await sql`insert into public.events (location_id, service_id, employee_id, title, starts_at, ends_at, seats, price_cents)
		values (${location}, ${cut}, ${anna}, 'Flechtkurs', ${far} + interval '12 hours', ${far} + interval '14 hours', 3, 2500)`
	await sql`insert into public.event_seats (event_id, seat, source, expires_at)
		select event.id, seat, case seat when 1 then ${visit?.id}::uuid when 2 then gen_random_uuid() end, case seat when 2 then now() end
		from public.events event cross join generate_series(1, 3) seat where event.location_id = ${location} and event.title = 'Flechtkurs'`
	await sql`insert into public.event_waits (event_id, seats, name, email)
		select id, 1, 'Warte Nd', 'wartend@example.org' from public.events where location_id = ${location} and title = 'Flechtkurs'`
	await sql`insert into public.disruptions (company_id, location_id, employee_id, starts_at, ends_at)
		values (${company}, ${location}, ${anna}, now(), now() + interval '1 day')`
	await sql`insert into public.disruption_items (disruption_id, appointment_id, state, hold_id, starts_at)
		select id, ${visit?.id}, 'proposed', gen_random_uuid(), ${visit?.starts_at} from public.disruptions
		where company_id = ${company} and employee_id = ${anna}`
	await sql`insert into public.disruption_events (disruption_id, event_id, starts_at, state)
		select disruption.id, event.id, event.starts_at, 'kept' from public.disruptions disruption join public.events event using (location_id)
		where disruption.company_id = ${company} and disruption.employee_id = ${anna} and event.title = 'Flechtkurs'`
	const [room] =
		await sql`insert into public.resources (location_id, kind, name) values (${location}, 'Sauna', 'Sauna 1') returning id`
	const [closed] = await sql`insert into public.blocks (location_id, resource_id, title, starts_at, ends_at)
		values (${location}, ${room?.id}, 'Umbau', ${far}, ${far} + interval '60 days') returning id`
	await sql`insert into public.disruptions (company_id, location_id, resource_id, block_id, starts_at, ends_at)
		select ${company}, ${location}, resource_id, id, starts_at, ends_at from public.blocks where id = ${closed?.id}`
	await sql`select internal.take_closed(block_id, resource_id, internal.closed_minutes(starts_at, ends_at)) from public.disruptions where block_id = ${closed?.id}`
	await sql`insert into public.messages (company_id, appointment_id, customer_id, kind, audience, recipient, state, sent_at)
		values (${company}, ${visit?.id}, ${one?.id}, 'appointment_confirmed', 'customer', 'mia@example.org', 'sent', now()),
			(${company}, ${visit?.id}, null, 'appointment_confirmed', 'business', 'anna@example.org', 'queued', null)`
	await sql`insert into public.payment_rules (location_id, service_id, mode, percent) values (${location}, null, 'deposit', 20), (${location}, ${cut}, 'full', null)`
	await sql`insert into public.payments (company_id, location_id, appointment_id, description, kind, provider, test, amount_cents)
		values (${company}, ${location}, ${visit?.id}, 'Anzahlung', 'deposit', 'test', true, 900)`
	await sql`insert into public.refunds (payment_id, amount_cents, reason) select id, 100, 'by_hand' from public.payments where company_id = ${company}`
	await sql`insert into public.commission_items (company_id, appointment_id, day, base_cents, percent, fee_cents, evidence, created_at, object_until)
		select company_id, appointment_id, '2027-01-02', 100, 15, 15, '{}', now(), now() from public.payments where company_id = ${company} limit 1`
	await sql`insert into public.invoices (company_id, type, series, number, kind, month, issued_on, due_on, period_from, period_to, seller, buyer,
		net_cents, vat_cents, gross_cents, due_cents, vat, created_at) values (${company}, 380, 'x', 'ZP-1', 'standard', '2026-12-01', '2027-01-03', '2027-01-17',
		'2026-12-01', '2026-12-31', '{}', '{}', 15, 3, 18, 18, '[]', now())`
	await sql`insert into public.invoice_lines select bill.id, 1, 'commission', 'Provision', 1, 15, 15, 'S', 19, item.id
		from public.invoices bill, public.commission_items item where bill.company_id = ${company} and item.company_id = ${company}`
	const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#caa' } })
		.webp()
		.toBuffer()
	const path = `${location}/${randomUUID()}.webp`
	for (const bucket of ['location-images', 'location-image-sources'])
		await client.storage.from(bucket).upload(path, picture, { contentType: 'image/webp' })
	await sql`insert into public.location_images (location_id, path, source_path, alt, width, height, position)
		values (${location}, ${path}, ${path}, 'Schaufenster', 8, 6, 9)`
	for (const [ending, contents, type] of [
		['webp', picture, 'image/webp'],
		['pdf', Buffer.from('%PDF-1.4 Einwilligung'), 'application/pdf'],
	] as const) {
		const file = `${company}/${randomUUID()}.${ending}`
		await client.storage.from('customer-files').upload(file, contents, { contentType: type })
		await sql`insert into public.customer_files (company_id, customer_id, name, type, bytes, health, file_path, stored, added_at, added_by)
			values (${company}, ${one?.id}, 'Farbe vorher', ${type}, ${contents.length}, false, ${file}, true, now(), 'Anna')`
	}
	const logo = `${location}/${randomUUID()}.png`
	await client.storage
		.from('location-images')
		.upload(logo, await sharp(picture).png().toBuffer(), { contentType: 'image/png' })
	await sql`update public.locations set logo_path = ${logo} where id = ${location}`
}

import { BILLING } from './billing-rows.ts'
import { VERB_TABLES } from './verb-tables.ts'
import { WRITABLE } from './writable.ts'

// Every table of the product × select, insert, update, delete × role, for rows of the first company. Each number says
// how many of these rows a role sees or changes; '-' means that the role has no right at all (an error). Columns:
// visitor, customer (who booked), stranger, staff (Anna), reception, manager, owner of another company.
export const ROLES = ['anon', 'customer', 'stranger', 'staff', 'reception', 'manager', 'foreigner'] as const
export type Row = readonly [statement: string, ...expected: (number | '-')[]]

/** A statement that none of the roles may run. */
const nobody = (statement: string): Row => [statement, '-', '-', '-', '-', '-', '-', '-']
/** A column that none of the roles may read. */
const hidden = (what: string): Row => nobody(`select ${what}`)

const FILES =
	'select path from picture_files(:location, (select id from location_images where location_id = :location))'

export const READS: Row[] = [
	// Public: one published location of two, and only its active rows.
	['select id from companies where id = :company', 1, 1, 1, 1, 1, 1, 1],
	['select id from companies where id = :hidden', 0, 0, 0, 0, 0, 0, 0],
	['select id from locations where company_id = :company', 1, 1, 1, 2, 2, 2, 1],
	['select id from location_images where location_id in (:location, :draft)', 1, 1, 1, 2, 2, 2, 1],
	['select crop_left from location_images where location_id = :location', '-', 1, 1, 1, 1, 1, 1],
	['select source_path from location_images', '-', '-', '-', '-', '-', '-', '-'],
	[FILES, '-', 0, 0, 0, 0, 1, 0],
	// A list of files would reveal those of drafts. A visitor who knows a file's address gets the file without a list.
	["select name from storage.objects where bucket_id = 'location-images'", 0, 0, 0, 0, 0, 2, 0],
	['select id from employees where location_id in (:location, :draft)', 2, 2, 2, 4, 4, 4, 2],
	['select id from services where location_id in (:location, :draft)', 4, 4, 4, 6, 6, 6, 4],
	['select service_id from employee_services where location_id in (:location, :draft)', 5, 5, 5, 7, 7, 7, 5],
	['select addon_id from service_addons where location_id in (:location, :draft)', 1, 1, 1, 1, 1, 1, 1],
	['select service_id from service_tests where location_id in (:location, :draft)', 1, 1, 1, 1, 1, 1, 1],
	['select id from packages', 1, 1, 1, 1, 1, 1, 1],
	['select service_id from package_services', 2, 2, 2, 2, 2, 2, 2],
	['select id from day_prices', '-', 0, 0, 1, 1, 1, 0],
	['select id from reviews where location_id = :location', 1, 1, 1, 1, 1, 1, 1],
	...['appointment_id from reviews', 'sent_by from offers', 'member_id from appointment_messages'].map(hidden),
	...['secret_hash from appointment_shares', 'created_by from offer_rules', 'number from tickets'].map(hidden),
	...['slug from location_slugs', 'user_id from employees', 'invitation_id from invitation_links'].map(hidden),
	nobody('select order_id from search_order_links'),
	// Only for members.
	['select user_id from members where company_id = :company', '-', 0, 0, 4, 4, 4, 0],
	// One view of staff's, which nobody else can see.
	['select name from saved_views where company_id = :company', '-', 0, 0, 1, 0, 0, 0],
	['select scope from notice_choices where company_id = :company', '-', 0, 0, 1, 0, 0, 0],
	['select pace from order_notice_choices where company_id = :company', '-', 0, 0, 1, 0, 0, 0],
	['select from_role from second_factor_duties where company_id = :company', '-', 0, 0, 1, 1, 1, 0],
	// One of the receptionist's.
	['select name from member_rights where company_id = :company', '-', 0, 0, 0, 1, 1, 0],
	['select verb from member_events where company_id = :company', '-', 0, 0, 0, 0, 2, 0],
	['select email from invitations where company_id = :company', '-', 0, 0, 0, 0, 1, 0],
	['select weekday from working_hours where employee_id in (:anna, :ben)', '-', 0, 0, 14, 14, 14, 0],
	['select weekday from location_hours where location_id = :location', '-', 0, 0, 5, 5, 5, 0],
	// One for everybody, one of Anna's, one of Ben's (an illness).
	['select reason from exceptions where location_id = :location', '-', 0, 0, 2, 3, 3, 0],
	['select id from resources where location_id in (:location, :draft)', '-', 0, 0, 3, 3, 3, 0],
	// Anna's appointment of the customer, Ben's of a guest.
	['select id from customers where company_id = :company', '-', 0, 0, 1, 2, 2, 0],
	['select id from shown_customers where company_id = :company', '-', 0, 0, 1, 2, 2, 0],
	// What further belongs to these two: one of the customer's, one of the guest's.
	['select value from customer_contacts where company_id = :company', '-', 0, 0, 1, 2, 2, 0],
	['select who from customer_erasures where company_id = :company', '-', 0, 0, 0, 0, 1, 0],
	['select email from erasure_demands', '-', 0, 0, 0, 0, 1, 0],
	['select file from imports where company_id = :company', '-', 0, 0, 0, 0, 1, 0],
	['select raw from import_rows', '-', 0, 0, 0, 0, 1, 0],
	['select name from customer_relatives where company_id = :company', '-', 0, 0, 1, 2, 2, 0],
	// Health is read through the verbs that leave a trace; the traces are for owners.
	['select note from customer_health', '-', '-', '-', '-', '-', '-', '-'],
	['select id from customer_files', '-', '-', '-', '-', '-', '-', '-'],
	['select who from customer_looks', '-', 0, 0, 0, 0, 0, 0],
	['select visits from customer_facts where company_id = :company', '-', 0, 0, 1, 2, 2, 0],
	['select id from appointments where company_id = :company', '-', 1, 0, 1, 2, 2, 0],
	['select id from shown_appointments where company_id = :company', '-', 1, 0, 1, 2, 2, 0],
	['select position from appointment_lines where employee_id in (:anna, :ben)', '-', 1, 0, 1, 2, 2, 0],
	['select id from appointment_events where appointment_id in (:visit, :bens)', '-', 1, 0, 1, 2, 2, 0],
	// What the business keeps for itself, of both.
	['select text from appointment_notes where appointment_id in (:visit, :bens)', '-', 0, 0, 1, 2, 2, 0],
	['select text from appointment_messages where appointment_id in (:visit, :bens)', '-', 1, 0, 1, 2, 2, 0],
	['select changes from appointment_changes where appointment_id in (:visit, :bens)', '-', 0, 0, 1, 2, 2, 0],
	['select changes from shown_appointment_changes where appointment_id in (:visit, :bens)', '-', 0, 0, 1, 2, 2, 0],
	['select resource_id from appointment_lines where appointment_id in (:visit, :bens)', '-', 1, 0, 1, 2, 2, 0],
	['select id from holds where company_id = :company', '-', 1, 0, 1, 2, 2, 0],
	['select title from blocks where location_id = :location', '-', 0, 0, 2, 3, 3, 0],
	['select distinct location_id from calendar_changes where location_id = :location', '-', 0, 0, 1, 1, 1, 0],
	['select id from disruptions where location_id = :location', '-', 0, 0, 0, 1, 1, 0],
	['select state from disruption_items', '-', 0, 0, 0, 1, 1, 0],
	// A course of Anna's.
	['select state from disruption_events', '-', 0, 0, 0, 1, 1, 0],
	// One of Anna's with the customer waiting, one of Ben's with a guest.
	['select id from events where location_id = :location', '-', 0, 0, 1, 2, 2, 0],
	// An address that nobody has confirmed is no business's concern.
	['select email from event_waits', '-', 1, 0, 1, 2, 2, 0],
	['select email from shown_event_waits', '-', 1, 0, 1, 2, 2, 0],
	['select network from event_waits', '-', '-', '-', '-', '-', '-', '-'],
	...['select subject from occupancies', 'select seat from event_seats', 'select secret_hash from holds'].map(
		(one): Row => [one, '-', '-', '-', '-', '-', '-', '-'],
	),
	['select appointment_id from appointment_links', '-', '-', '-', '-', '-', '-', '-'],
	// One of the customer's with an offer of Anna's, one of Ben's to a guest; one seen, one question.
	['select id from search_orders', '-', 1, 0, 0, 0, 0, 0],
	...[
		'contact_email',
		'contact_hash',
		'title',
		'text',
		'latitude',
		'replaces_appointment',
		'rounds_missed',
		'told_starts',
	].map((column) => nobody(`select ${column} from search_orders`)),
	['select id from offers', '-', 1, 0, 1, 2, 2, 0],
	['select per_day from offer_rules', '-', 0, 0, 1, 1, 1, 0],
	['select text from offer_templates', '-', 0, 0, 1, 1, 1, 0],
	['select position from offer_starts', '-', 1, 0, 1, 2, 2, 0],
	['select order_id from order_notices', '-', 0, 0, 1, 1, 1, 0],
	['select id from order_messages', '-', 1, 0, 1, 1, 1, 0],
	nobody('select member_id from order_messages'),
	nobody('select id from order_blocks'),
	nobody('select id from search_order_images'),
	['select id from messages where company_id = :company', '-', 0, 0, 0, 4, 5, 0],
	['select id from shown_messages where company_id = :company', '-', 0, 0, 0, 4, 5, 0],
	// One withdrawal by the customer; one without a contract, which nobody can see.
	['select id from withdrawals', '-', 0, 0, 1, 1, 1, 0],
	['select id from shown_withdrawals', '-', 0, 0, 1, 1, 1, 0],
	['select appointment_id from early_starts', '-', 1, 0, 1, 2, 2, 0],
	// What was paid is for managers; nobody reads what opens a provider's page.
	['select mode from payment_rules', '-', 0, 0, 1, 1, 1, 0],
	...['id from payment_accounts', 'mode from appointment_payment_terms', 'id from payments', 'id from refunds'].map(
		(what): Row => [`select ${what}`, '-', 0, 0, 0, 0, 1, 0],
	),
	...[
		...['verb from money_events', 'amount_cents from money_transfers', 'id from payouts', 'kind from payout_items'],
	].map((what): Row => [`select ${what}`, '-', 0, 0, 0, 0, 1, 0]),
	...['id from payment_commands', 'id from provider_events', 'id from money_alerts', 'ref from payments'].map(hidden),
	...['intent_ref from payments', 'ref from payouts', 'ref from payout_items'].map(hidden),
	...['ref from payment_accounts', 'idempotency_key from refunds', 'provider from internal.payment_provider'].map(
		hidden,
	),
	...BILLING.map(([what, ...expected]): Row => [`select ${what}`, ...expected]),
	// For owners only, as their own company's; matrix.test.ts shows the owner.
	['select iban from company_tax_data', '-', 0, 0, 0, 0, 0, 0],
	['select who from tax_data_changes', '-', 0, 0, 0, 0, 0, 0],
	nobody('select tax_data from kept_tax_data'),
	['select hash from consent_texts', 1, 1, 1, 1, 1, 1, 1],
	['select hash from agreement_texts', 3, 3, 3, 3, 3, 3, 3],
	// Both, which the owner has accepted.
	['select accepted_name from agreements where company_id = :company', '-', 0, 0, 0, 0, 2, 0],
	// One export, for owners.
	['select id from transfers where company_id = :company', '-', 0, 0, 0, 0, 0, 0],
	...['consents', 'suppressions'].map((name) => nobody(`select id from ${name}`)),
	// Only their own row.
	['select name from relatives', '-', 1, 0, 0, 0, 0, 0],
	['select location_id from favourites', '-', 1, 0, 0, 0, 0, 0],
	['select id from profiles', '-', 1, 1, 1, 1, 1, 1],
	...['federal_states', 'cities', 'postal_codes'].map((name): Row => [`select * from ${name}`, 1, 1, 1, 1, 1, 1, 1]),
	...['districts', 'public_holidays'].map((name): Row => [`select * from ${name}`, 0, 0, 0, 0, 0, 0, 0]),
	['select component from ranking_weights', 7, 7, 7, 7, 7, 7, 7],
	["select name from retention_rules where name = 'messages'", 1, 1, 1, 1, 1, 1, 1],
	// The change feed, the key of links, the index of free time and the listings are only for functions.
	...`feed_epoch feed_cursors message_kinds opt_out_key rights exported_tables transfer_rows calendars free_days listings listing_services
		search_words visitor_keys own_data_links content_reports decisions decision_parties paused_locations operators operator_log
		partners partner_days referrals`
		.split(/\s+/)
		.map((name) => nobody(`select * from internal.${name}`)),
	['select * from categories', 2, 2, 2, 2, 2, 2, 2],
]

export const WRITES: Row[] = [
	...(['company', 'other'] as const).map((whose): Row => [
		`insert into company_tax_data (company_id, taxpayer) select :${whose}, 'firm' where not exists (select from company_tax_data)`,
		...(['-', '-', '-', '-', '-', '-', whose === 'other' ? 1 : '-'] as const),
	]),
	["update company_tax_data set account_holder = 'x'", '-', 0, 0, 0, 0, 0, 0],
	nobody('update company_tax_data set company_id = :other'),
	nobody('delete from company_tax_data'),
	["insert into companies (name) values ('Neu')", '-', '-', '-', '-', '-', '-', '-'],
	["update companies set phone = '1' where id = :company", '-', 0, 0, 0, 0, 0, 0],
	["update companies set state = 'closed' where id = :company", '-', '-', '-', '-', '-', '-', '-'],
	['delete from companies where id = :company', '-', '-', '-', '-', '-', '-', '-'],
	[
		"insert into members (company_id, user_id, role) values (:company, :self, 'owner')",
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
	],
	["update members set role = 'owner' where company_id = :company", '-', '-', '-', '-', '-', '-', '-'],
	['delete from members where company_id = :company', '-', '-', '-', '-', '-', '-', '-'],
	['insert into profiles (id) values (:self)', '-', '-', '-', '-', '-', '-', '-'],
	["update profiles set name = 'Neu'", '-', 1, 1, 1, 1, 1, 1],
	['delete from profiles', '-', '-', '-', '-', '-', '-', '-'],
	[
		"insert into locations (company_id, slug, name) values (:company, 'neu-1', 'Neu')",
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
	],
	["update locations set description = 'x' where id = :location", '-', 0, 0, 0, 0, 1, 0],
	["update locations set state = 'published' where id = :draft", '-', '-', '-', '-', '-', '-', '-'],
	['update locations set company_id = :other where id = :location', '-', '-', '-', '-', '-', '-', '-'],
	['update locations set rating_average = 5 where id = :location', '-', '-', '-', '-', '-', '-', '-'],
	['delete from locations where id = :location', '-', '-', '-', '-', '-', '-', '-'],
	["insert into location_slugs values ('neu', :location)", '-', '-', '-', '-', '-', '-', '-'],
	["update location_slugs set slug = 'x'", '-', '-', '-', '-', '-', '-', '-'],
	['delete from location_slugs', '-', '-', '-', '-', '-', '-', '-'],
	[
		"insert into location_images (location_id, path, width, height) values (:location, :location || '/00000000-0000-4000-8000-000000000001.webp', 1, 1)",
		'-',
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	["update location_images set alt = 'x' where location_id = :location", '-', 0, 0, 0, 0, 1, 0],
	[
		"update location_images set path = location_id || '/00000000-0000-4000-8000-000000000001.webp', crop_left = null where location_id = :location",
		'-',
		0,
		0,
		0,
		0,
		1,
		0,
	],
	['delete from location_images where location_id = :location', '-', 0, 0, 0, 0, 1, 0],
	["insert into employees (location_id, name) values (:location, 'Neu')", '-', '-', '-', '-', '-', 1, '-'],
	["update employees set name = 'Neu' where id = :anna", '-', 0, 0, 0, 0, 1, 0],
	['update employees set user_id = :self where id = :ben', '-', 0, 0, 0, 0, 1, 0],
	['update employees set location_id = :foreignLocation where id = :anna', '-', '-', '-', '-', '-', '-', '-'],
	['delete from employees where id = :spare', '-', 0, 0, 0, 0, 1, 0],
	[
		"insert into services (location_id, category_id, name, duration_minutes, price_cents) values (:location, 1, 'Neu', 30, 1)",
		'-',
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	['update services set price_cents = 1 where id = :cut', '-', 0, 0, 0, 0, 1, 0],
	['delete from services where id = :spareService', '-', 0, 0, 0, 0, 1, 0],
	[
		'insert into employee_services (employee_id, service_id, location_id) values (:anna, :nails, :location)',
		'-',
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	['update employee_services set price_cents = 1 where service_id = :nails', '-', 0, 0, 0, 0, 1, 0],
	['delete from employee_services where service_id = :nails', '-', 0, 0, 0, 0, 1, 0],
	['insert into service_addons values (:massage, :cut, :location)', '-', '-', '-', '-', '-', 1, '-'],
	['update service_addons set service_id = :colour', '-', '-', '-', '-', '-', '-', '-'],
	['delete from service_addons where addon_id = :nails', '-', 0, 0, 0, 0, 1, 0],
	['insert into service_tests values (:massage, :cut, :location)', '-', '-', '-', '-', '-', 1, '-'],
	['update service_tests set hours = 24 where service_id = :colour', '-', 0, 0, 0, 0, 1, 0],
	['update service_tests set service_id = :massage', '-', '-', '-', '-', '-', '-', '-'],
	['delete from service_tests where service_id = :colour', '-', 0, 0, 0, 0, 1, 0],
	[
		"insert into day_prices (service_id, location_id, percent, weekdays, first_day) values (:massage, :location, -10, '{1}', '2030-01-01')",
		...(['-', '-', '-', '-', '-', 1, '-'] as const),
	],
	['update packages set price_cents = 1', '-', '-', '-', '-', '-', '-', '-'],
	['delete from packages where location_id = :location', '-', 0, 0, 0, 0, 1, 0],
	['update package_services set "position" = 3', '-', '-', '-', '-', '-', '-', '-'],
	[
		'insert into package_services (package_id, "position", service_id, location_id) select id, 3, :massage, location_id from packages',
		...(['-', '-', '-', '-', '-', '-', '-'] as const),
	],
	['delete from package_services', '-', '-', '-', '-', '-', '-', '-'],
	[
		"insert into packages (location_id, name, price_cents) values (:location, 'Paket', 1)",
		...(['-', '-', '-', '-', '-', '-', '-'] as const),
	],
	['update day_prices set percent = -20', '-', '-', '-', '-', '-', '-', '-'],
	['delete from day_prices where service_id = :cut', '-', 0, 0, 0, 0, 1, 0],
	[
		"insert into working_hours (employee_id, weekday, starts, ends) values (:anna, 1, '06:00', '07:00')",
		'-',
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	["update working_hours set ends = '21:00' where employee_id = :anna and weekday = 1", '-', 0, 0, 0, 0, 1, 0],
	['update working_hours set employee_id = :zoe where employee_id = :anna', '-', '-', '-', '-', '-', '-', '-'],
	['delete from working_hours where employee_id = :anna', '-', 0, 0, 0, 0, 7, 0],
	[
		"insert into exceptions (location_id, employee_id, kind, starts_at, ends_at) values (:location, :anna, 'closed', '2030-01-01', '2030-01-02')",
		'-',
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	["update exceptions set reason = 'x' where location_id = :location", '-', 0, 0, 0, 0, 3, 0],
	['delete from exceptions where location_id = :location', '-', 0, 0, 0, 0, 3, 0],
	[
		"insert into resources (location_id, kind, name) values (:location, 'Raum', 'Neu')",
		'-',
		'-',
		'-',
		'-',
		'-',
		1,
		'-',
	],
	[
		"insert into resources (location_id, kind, name) values (:foreignLocation, 'Raum', 'Neu')",
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
		1,
	],
	["update resources set name = 'x' where location_id = :location", '-', 0, 0, 0, 0, 2, 0],
	[
		'update resources set location_id = :foreignLocation where location_id = :location',
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
		'-',
	],
	["delete from resources where location_id = :location and name = 'Unbenutzt'", '-', 0, 0, 0, 0, 1, 0],

	["insert into customers (company_id, name) values (:company, 'Neu')", '-', '-', '-', '-', 1, 1, '-'],
	['update customers set blocked = true where company_id = :company', '-', 0, 0, 0, 2, 2, 0],
	['update customers set user_id = :self', '-', '-', '-', '-', '-', '-', '-'],
	['delete from customers', '-', '-', '-', '-', '-', '-', '-'],
	// The view of those who wait joins tables, so nothing can be written through it at all.
	...['appointment_changes', 'appointments', 'customers', 'messages', 'withdrawals'].flatMap((name) => [
		nobody(`insert into shown_${name} default values`),
		nobody(`update shown_${name} set ${name === 'appointment_changes' ? 'event_id' : 'company_id'} = null`),
		nobody(`delete from shown_${name}`),
	]),
	...VERB_TABLES.flatMap((name): Row[] => [
		[`insert into ${name} default values`, '-', '-', '-', '-', '-', '-', '-'],
		[`update ${name} set ${WRITABLE[name] ?? 'created_at = now()'}`, '-', '-', '-', '-', '-', '-', '-'],
		[`delete from ${name}`, '-', '-', '-', '-', '-', '-', '-'],
	]),
	...['federal_states', 'cities', 'districts', 'postal_codes', 'categories', 'public_holidays'].flatMap(
		(name): Row[] => [
			[`insert into ${name} default values`, '-', '-', '-', '-', '-', '-', '-'],
			[`update ${name} set name = 'x'`, '-', '-', '-', '-', '-', '-', '-'],
			[`delete from ${name}`, '-', '-', '-', '-', '-', '-', '-'],
		],
	),
	["insert into ranking_weights values ('text', 1, 'x', 'x', 9)", '-', '-', '-', '-', '-', '-', '-'],
	['update ranking_weights set weight = 1', '-', '-', '-', '-', '-', '-', '-'],
	['delete from ranking_weights', '-', '-', '-', '-', '-', '-', '-'],
	...['calendars', 'free_days', 'listings', 'listing_services', 'search_words', 'visitor_keys'].map((name) =>
		nobody(`delete from internal.${name}`),
	),
	// An owner of another company must not attach anything to this location, nor anything of this one to their own.
	nobody('insert into employee_services (employee_id, service_id, location_id) values (:zoe, :cut, :foreignLocation)'),
	nobody('insert into employee_services (employee_id, service_id, location_id) values (:zoe, :cut, :location)'),
	nobody('insert into service_addons values (:cut, :foreignCut, :foreignLocation)'),
	nobody('insert into service_addons values (:cut, :foreignCut, :location)'),
	nobody('insert into service_tests values (:cut, :foreignCut, :foreignLocation)'),
	nobody('insert into service_tests values (:cut, :foreignCut, :location)'),
	nobody(
		"insert into day_prices (service_id, location_id, percent, weekdays, first_day) values (:cut, :foreignLocation, -10, '{1}', '2030-01-01')",
	),
	nobody(
		"insert into exceptions (location_id, employee_id, kind, starts_at, ends_at) values (:foreignLocation, :anna, 'closed', '2030-01-01', '2030-01-02')",
	),
	nobody("insert into employees (location_id, name, user_id) values (:foreignLocation, 'Spion', :staff)"),
	['update exceptions set employee_id = :zoe where location_id = :location', '-', 0, 0, 0, 0, '-', 0],
]

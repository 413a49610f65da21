-- What stands beyond the bounds of the file before is mended, and what that takes away is kept in internal.set_aside. Spaces around a name
-- are no part of it; what is no mail address could never be written to.

insert into internal.set_aside (place, row_id, value)
select 'companies.email', id::text, email from public.companies where email <> '' and not internal.is_address(email)
union all select 'locations.email', id::text, email from public.locations where email <> '' and not internal.is_address(email)
union all select 'locations.attributes', id::text, attributes::text from public.locations where not internal.short_texts(attributes, 100, 60)
union all select 'locations.time_zone', id::text, time_zone from public.locations where length(time_zone) > 64
union all select 'customers.email', id::text, email::text from public.customers where not internal.is_address(email::text)
union all select 'appointments.contact_email', id::text, contact_email from public.appointments
  where contact_email <> '' and not internal.is_address(contact_email)
union all select 'appointment_lines.service_name', appointment_id || ' ' || "position", service_name from public.appointment_lines
  where length(service_name) > 120
union all select 'invitations.email', id::text, email from public.invitations where not internal.is_address(email)
union all select 'messages.recipient', id::text, recipient from public.messages where not internal.is_address(recipient);

-- One statement for each table: a row is looked at as a whole.
update public.companies set name = case when length(name) > 120 then btrim(name) else name end,
  email = case when email = '' or internal.is_address(email) then email when internal.is_address(btrim(email)) then btrim(email) else '' end
where length(name) > 120 or (email <> '' and not internal.is_address(email));
update public.locations set name = case when length(name) > 120 then btrim(name) else name end,
  email = case when email = '' or internal.is_address(email) then email when internal.is_address(btrim(email)) then btrim(email) else '' end,
  attributes = case when internal.short_texts(attributes, 100, 60) then attributes else array(
    select one from unnest(attributes) with ordinality listed (one, place) where length(one) <= 60 order by place limit 100) end,
  time_zone = case when length(time_zone) > 64 then 'Europe/Berlin' else time_zone end
where length(name) > 120 or (email <> '' and not internal.is_address(email)) or not internal.short_texts(attributes, 100, 60)
  or length(time_zone) > 64;
update public.employees set name = btrim(name) where length(name) > 120;
update public.services set name = case when length(name) > 120 then btrim(name) else name end,
  resource_kind = case when length(resource_kind) > 60 then btrim(resource_kind) else resource_kind end
where length(name) > 120 or length(resource_kind) > 60;
update public.resources set name = case when length(name) > 120 then btrim(name) else name end,
  kind = case when length(kind) > 60 then btrim(kind) else kind end
where length(name) > 120 or length(kind) > 60;
update public.customers set email = null where not internal.is_address(email::text);
update public.appointments set contact_email = '' where contact_email <> '' and not internal.is_address(contact_email);
update public.appointment_lines set service_name = btrim(left(btrim(service_name), 120)) where length(service_name) > 120;
delete from public.invitations where not internal.is_address(email);
update public.messages set recipient = 'unbekannt@ungueltig.invalid',
  state = case when state in ('queued', 'sending') then 'failed' else state end,
  last_error = case when state in ('queued', 'sending') then 'no mail address' else last_error end
where not internal.is_address(recipient);

-- The commit-time triggers of what was mended, so that nothing is pending when the tables are changed again.
set constraints all immediate;
alter table public.appointment_events validate constraint appointment_events_verb_check;
alter table public.categories validate constraint categories_description_check;
alter table public.categories validate constraint categories_icon_check;
alter table public.categories validate constraint categories_name_check;
alter table public.categories validate constraint categories_service_templates_check;
alter table public.categories validate constraint categories_slug_check;
alter table public.cities validate constraint cities_name_check;
alter table public.cities validate constraint cities_slug_check;
alter table public.companies validate constraint companies_name_check;
alter table public.districts validate constraint districts_name_check;
alter table public.districts validate constraint districts_slug_check;
alter table public.employees validate constraint employees_name_check;
alter table public.federal_states validate constraint federal_states_name_check;
alter table public.federal_states validate constraint federal_states_slug_check;
alter table public.location_slugs validate constraint location_slugs_slug_check;
alter table public.locations validate constraint locations_name_check;
alter table public.locations validate constraint locations_time_zone_check;
alter table public.messages validate constraint messages_kind_check;
alter table public.messages validate constraint messages_last_error_check;
alter table public.messages validate constraint messages_payload_check;
alter table public.postal_codes validate constraint postal_codes_name_check;
alter table public.public_holidays validate constraint public_holidays_name_check;
alter table public.ranking_weights validate constraint ranking_weights_description_check;
alter table public.ranking_weights validate constraint ranking_weights_name_check;
alter table public.resources validate constraint resources_kind_check;
alter table public.resources validate constraint resources_name_check;
alter table public.services validate constraint services_name_check;
alter table public.services validate constraint services_resource_kind_check;
alter table public.appointment_lines validate constraint appointment_lines_sound;
alter table public.appointments validate constraint appointments_sound;
alter table public.categories validate constraint categories_synonyms_check;
alter table public.companies validate constraint companies_email_check;
alter table public.invitations validate constraint invitations_email_check;
alter table public.locations validate constraint locations_attributes_check;
alter table public.locations validate constraint locations_email_check;
alter table public.messages validate constraint messages_recipient_check;

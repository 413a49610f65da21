set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.is_known(p_company uuid, p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  address constant text := (select email from auth.users where id = p_user and email_confirmed_at is not null);
begin
  return p_user is not null and exists (
    select from public.customers customer join public.appointments visit on visit.customer_id = customer.id
    where customer.company_id = p_company and (customer.user_id = p_user or customer.email operator(extensions.=) address::extensions.citext)
      and visit.state in ('confirmed', 'completed') and visit.starts_at <= internal.present());
end $function$;

CREATE OR REPLACE FUNCTION public.add_customer_contact(p_company uuid, p_customer uuid, p_kind text, p_value text, p_label text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  file constant public.customers := internal.own_customer(p_company, p_customer);
  given constant text := case p_kind when 'email' then lower(btrim(p_value)) when 'phone' then internal.e164(p_value) else btrim(p_value) end;
begin
  if p_kind is null or p_kind not in ('email', 'phone', 'name') or not coalesce(internal.sound_contact(p_kind, given), false)
    or length(coalesce(p_label, '')) > 40 then
    perform internal.fail('further_contact_invalid');
  end if;
  if given in (lower(file.email::text), internal.e164(file.phone), file.name) then return; end if;
  if p_kind = 'email' and (
    exists (select from public.customers where company_id = p_company and email operator(extensions.=) given::extensions.citext)
    or exists (select from public.customer_contacts
      where company_id = p_company and kind = 'email' and value = given and customer_id <> p_customer)) then
    perform internal.fail('contact_taken');
  end if;
  if (select count(*) from public.customer_contacts where customer_id = p_customer) >= 20 then perform internal.fail('too_many_contacts'); end if;
  insert into public.customer_contacts (company_id, customer_id, kind, value, label)
  values (p_company, p_customer, p_kind, given, btrim(coalesce(p_label, ''))) on conflict (customer_id, kind, value) do nothing;
exception when unique_violation then
  perform internal.fail('contact_taken');
end $function$;

CREATE OR REPLACE FUNCTION public.find_customers(p_location uuid, p_text text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  company uuid;
  filed constant text := internal.words_found(p_text, 'file.words');
  given constant text := internal.words_found(p_text, 'internal.customer_words(visit.contact_name, visit.contact_email, visit.contact_phone)');
  begins constant text := ' ' || internal.folded(btrim(p_text));
  found jsonb;
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if filed is null then return '[]'; end if;
  select company_id into company from public.locations where id = p_location;
  -- Whoever types little means many: 200 of them are looked at.
  if company in (select internal.companies_with('all_customers')) then
    execute format($sql$
      select jsonb_agg(to_jsonb(best) - 'first' order by best.first desc, best.name, best.id) from (
        select near.id, near.name, near.email, near.phone, near.blocked, starts_with(' ' || internal.folded(near.name), $2) as first,
          (select max(visit.starts_at) from public.appointments visit
            where visit.customer_id = near.id and visit.state in ('requested', 'confirmed', 'completed')) as last_visit
        from (
          (select file.* from public.customers file where file.company_id = $1 and %1$s and %2$s limit 200)
          union (select file.* from public.customers file where file.company_id = $1 and %1$s limit 200)) near
        order by starts_with(' ' || internal.folded(near.name), $2) desc, near.name, near.id limit 8) best$sql$,
      filed, format('file.words like %L', regexp_replace(begins, '([\\%_])', '\\\1', 'g') || '%'))
    into found using company, begins;
  else
    execute format($sql$
      with own as materialized (
        select visit.* from (
          select line.appointment_id from public.appointment_lines line
          where line.employee_id in (select internal.own_employees()) order by line.starts_at desc limit 2000) line
        join public.appointments visit on visit.id = line.appointment_id
        where visit.company_id = $1 and visit.state <> 'expired'
      ), files as (
        select near.* from (
          select file.* from public.customers file
          where file.id in (select own.customer_id from own) and %1$s limit 50) near
        where internal.serves_customer(near.id)
      ), contacts as (
        select distinct on (coalesce(nullif(lower(visit.contact_email), ''), visit.contact_name || ' ' || visit.contact_phone))
          null::uuid as id, visit.contact_name as name, nullif(visit.contact_email, '')::extensions.citext as email, visit.contact_phone as phone, false as blocked
        from own visit
        where %2$s and not exists (select from files where files.id = visit.customer_id or files.email operator(extensions.=) nullif(visit.contact_email, '')::extensions.citext)
        order by coalesce(nullif(lower(visit.contact_email), ''), visit.contact_name || ' ' || visit.contact_phone), visit.starts_at desc
      )
      select jsonb_agg(to_jsonb(best) - 'first' order by best.first desc, best.name) from (
        select near.*, starts_with(' ' || internal.folded(near.name), $2) as first, (
          select max(own.starts_at) from own where own.state in ('requested', 'confirmed', 'completed')
            and (own.customer_id = near.id or near.id is null and own.contact_name = near.name)) as last_visit
        from (select id, name, email, phone, blocked from files union all select * from contacts) near
        order by starts_with(' ' || internal.folded(near.name), $2) desc, near.name limit 8) best$sql$, filed, given)
    into found using company, begins;
  end if;
  return coalesce(found, '[]');
end $function$;

CREATE OR REPLACE FUNCTION public.undo_merge(p_company uuid, p_merge uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone internal.customer_merges;
  kept public.customers;
  gone public.customers;
  back public.customers;
  joined public.customers;
  place record;
  left_over text[] := '{}';
  later uuid[];
begin
  if p_company in (select internal.companies_with('all_customers')) then
    select * into undone from internal.customer_merges where id = p_merge and company_id = p_company for update;
  end if;
  if undone.id is null then perform internal.fail('merge_not_found'); end if;
  if undone.at < internal.present() - interval '30 days' then perform internal.fail('merge_too_old'); end if;
  if exists (select from internal.customer_merges other
      where (other.kept_id = undone.kept_id and other.at > undone.at) or other.gone_id = undone.kept_id) then
    perform internal.fail('merge_later');
  end if;
  perform pg_advisory_xact_lock(hashtext('customer_facts'));
  select * into kept from public.customers where id = undone.kept_id for update;
  if kept.id is null then perform internal.fail('merge_not_found'); end if;
  back := jsonb_populate_record(kept, undone.before);
  joined := jsonb_populate_record(kept, undone.after);
  gone := jsonb_populate_record(null::public.customers, undone.gone);
  -- What merging changed and nobody has changed since.
  if joined is distinct from kept then left_over := left_over || 'card_changed'::text; end if;
  update public.customers set merged_at = back.merged_at,
    email = case when email is not distinct from joined.email then back.email else email end,
    phone = case when phone = joined.phone then back.phone else phone end,
    birthday = case when birthday is not distinct from joined.birthday then back.birthday else birthday end,
    note = case when note = joined.note then back.note else note end,
    tags = case when tags = joined.tags then back.tags else tags end,
    blocked = case when blocked = joined.blocked then back.blocked else blocked end,
    user_id = case when user_id is not distinct from joined.user_id then back.user_id else user_id end
  where id = kept.id;
  delete from public.customer_contacts where customer_id = kept.id and (id = any(undone.new_contacts) or (kind = 'email' and value = lower(gone.email::text)));
  delete from public.customer_relatives where id = any(undone.new_relatives);
  if gone.email is not null and (exists (select from public.customers where company_id = p_company and email operator(extensions.=) gone.email)
      or exists (select from public.customer_contacts where company_id = p_company and kind = 'email' and value = lower(gone.email::text))) then
    gone.email := null;
    left_over := left_over || 'address_gone'::text;
  end if;
  insert into public.customers (id, company_id, user_id, name, email, phone, note, blocked, created_at, tags, birthday, merged_at)
  values (gone.id, p_company, gone.user_id, gone.name, gone.email, gone.phone, gone.note, gone.blocked, gone.created_at, gone.tags, gone.birthday, gone.merged_at);
  insert into public.customer_contacts (id, company_id, customer_id, kind, value, label, created_at)
  select other.* from jsonb_populate_recordset(null::public.customer_contacts, undone.gone -> 'contacts') contact
  cross join lateral (select contact.id, p_company, gone.id, contact.kind, contact.value, contact.label, contact.created_at) other
  on conflict do nothing;
  insert into public.customer_relatives (id, company_id, customer_id, relative_id, name, relation, created_at)
  select kin.id, p_company, kin.customer_id, kin.relative_id, kin.name, kin.relation, kin.created_at
  from jsonb_populate_recordset(null::public.customer_relatives, undone.gone -> 'relatives') kin
  where exists (select from public.customers where id = kin.customer_id)
    and (kin.relative_id is null or exists (select from public.customers where id = kin.relative_id))
  on conflict do nothing;

  for place in select * from internal.customer_places() loop
    execute format('update %1$s set %2$I = $1 where %2$I = $2 and %3$s in (select key from internal.merged_rows where merge_id = $3 and place = $4)',
      place.tab, place.col, place.key) using gone.id, kept.id, undone.id, place.place;
  end loop;
  -- A time that was held before may have been booked since.
  if gone.email is not null then
    with moved as (
      update public.appointments set customer_id = gone.id
      where customer_id = kept.id and created_at >= undone.at - interval '1 hour' and lower(contact_email) = lower(gone.email::text) returning id)
    select array_agg(id) into later from moved;
    update public.messages set customer_id = gone.id where customer_id = kept.id and appointment_id = any(later);
    if later is not null then left_over := left_over || 'later_bookings'::text; end if;
  end if;
  if (select note from public.customer_health where customer_id = kept.id) is not distinct from undone.after ->> 'health' then
    perform internal.keep_health(kept, undone.before ->> 'health');
  else
    left_over := left_over || 'health_changed'::text;
  end if;
  perform internal.keep_health(gone, undone.gone ->> 'health');
  perform internal.compute_customer_facts(array[kept.id, gone.id]);
  insert into public.customer_looks (customer_id, company_id, at, user_id, who, what)
  select file, p_company, internal.present(), internal.person(), left(internal.person_name(internal.person()), 254), 'parted'
  from unnest(array[kept.id, gone.id]) file;
  delete from internal.customer_merges where id = undone.id;
  return jsonb_build_object('customer', gone.id, 'left', left_over);
end $function$;

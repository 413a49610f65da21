set local check_function_bodies = off;

DROP TRIGGER "touch" ON "public"."customers";

CREATE OR REPLACE FUNCTION internal.compute_customer_facts(p_customers uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into public.customer_facts as kept
    (customer_id, company_id, visits, no_shows, cancelled, spent_cents, first_visit_at, last_visit_at, next_visit_at)
  select customer.id, customer.company_id,
    count(*) filter (where visit.state = 'completed'),
    count(*) filter (where visit.state = 'no_show'),
    count(*) filter (where visit.state = 'cancelled'),
    coalesce(sum(visit.total_cents) filter (where visit.state = 'completed'), 0),
    min(visit.starts_at) filter (where visit.state = 'completed'),
    max(visit.starts_at) filter (where visit.state = 'completed'),
    min(visit.starts_at) filter (where visit.state in ('requested', 'confirmed'))
  from public.customers customer left join public.appointments visit on visit.customer_id = customer.id
  where customer.id = any(p_customers)
  group by customer.id, customer.company_id
  on conflict (customer_id) do update set (visits, no_shows, cancelled, spent_cents, first_visit_at, last_visit_at, next_visit_at) =
    (excluded.visits, excluded.no_shows, excluded.cancelled, excluded.spent_cents, excluded.first_visit_at, excluded.last_visit_at,
      excluded.next_visit_at)
  where (kept.visits, kept.no_shows, kept.cancelled, kept.spent_cents, kept.first_visit_at, kept.last_visit_at, kept.next_visit_at)
    is distinct from (excluded.visits, excluded.no_shows, excluded.cancelled, excluded.spent_cents, excluded.first_visit_at,
      excluded.last_visit_at, excluded.next_visit_at);
  update public.customers customer set other_words = told.words
  from (select id, internal.other_words_of(id) as words from unnest(p_customers) one (id)) told
  where customer.id = told.id and customer.other_words <> told.words;
end $function$;

CREATE OR REPLACE FUNCTION internal.is_meant(p_name text, p_text text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_name <> '' and exists (
    select from regexp_split_to_table(internal.folded(btrim(left(p_text, 120))), '\s+') word
    where length(word) > 1 and strpos(' ' || internal.folded(p_name), case when length(word) < 3 then ' ' else '' end || word) > 0);
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_other_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  customer constant uuid := case when tg_op = 'DELETE' then old.customer_id else new.customer_id end;
  told constant text := internal.other_words_of(customer);
begin
  update public.customers set other_words = told where id = customer and other_words <> told;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION internal.other_words_of(p_customer uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(left(string_agg(' ' || told.word, '' order by told.place, told.at, told.word), 3000), '')
    from (
      select 1 as place, contact.created_at as at, case contact.kind when 'phone' then internal.phone_digits(contact.value)
        when 'name' then internal.folded(contact.value) else contact.value end as word
      from public.customer_contacts contact where contact.customer_id = p_customer
      union all select 2, min(person.at), internal.folded(person.name) from (
        select kin.name, kin.created_at as at from public.customer_relatives kin where kin.customer_id = p_customer and kin.name <> ''
        union all select visit.for_name, visit.created_at from public.appointments visit where visit.customer_id = p_customer and visit.for_name <> '') person
      group by person.name) told);
end $function$;

CREATE OR REPLACE FUNCTION internal.take_contact_out(p_appointments uuid[], p_nobody text, p_files_before timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.appointments set contact_name = p_nobody, contact_email = '', contact_phone = '', note = '', for_name = '',
    -- An account of its own keeps its visits until it goes, and with it the name under a review.
    user_id = case when p_files_before = 'infinity' then null else user_id end
  where id = any(p_appointments);
  delete from public.appointment_notes where appointment_id = any(p_appointments);
  delete from public.appointment_changes where appointment_id = any(p_appointments);
  update public.appointment_events set reason = case when actor = 'customer' then '' else reason end,
    actor_id = case when actor = 'customer' then null else actor_id end, mails_due = false where appointment_id = any(p_appointments);
  delete from public.appointment_links where appointment_id = any(p_appointments);
  delete from public.messages where appointment_id = any(p_appointments);
  with nameless as (
    update public.customers customer
    set name = p_nobody, email = null, phone = '', note = '', tags = '{}', birthday = null, user_id = null, other_words = ''
    where id in (select customer_id from public.appointments where id = any(p_appointments)) and not exists (
      select from public.appointments appointment
      where appointment.customer_id = customer.id and not internal.is_nobody(appointment.contact_name))
      and (p_files_before = 'infinity' or not internal.is_in_use(customer, p_files_before))
    returning id
  ), health as (
    delete from public.customer_health where customer_id in (select id from nameless)
  ), relatives as (
    delete from public.customer_relatives where customer_id in (select id from nameless) or relative_id in (select id from nameless)
  ), merges as (
    delete from internal.customer_merges where kept_id in (select id from nameless)
  ), contacts as (
    delete from public.customer_contacts where customer_id in (select id from nameless)
  )
  update public.import_rows set raw = '{}' where customer_id in (select id from nameless);
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
  given constant text := internal.words_found(p_text, 'internal.customer_words(visit.contact_name || '' '' || visit.for_name, visit.contact_email, visit.contact_phone)');
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
            where visit.customer_id = near.id and visit.state in ('requested', 'confirmed', 'completed')) as last_visit,
          (select string_agg(distinct person.name, ', ') from (
            select kin.name from public.customer_relatives kin where kin.customer_id = near.id
            union all select visit.for_name from public.appointments visit where visit.customer_id = near.id and visit.for_name <> '') person
            where internal.is_meant(person.name, $3)) as books_for
        from (
          (select file.* from public.customers file where file.company_id = $1 and %1$s and %2$s limit 200)
          union (select file.* from public.customers file where file.company_id = $1 and %1$s limit 200)) near
        order by starts_with(' ' || internal.folded(near.name), $2) desc, near.name, near.id limit 8) best$sql$,
      filed, format('file.words like %L', regexp_replace(begins, '([\\%_])', '\\\1', 'g') || '%'))
    into found using company, begins, p_text;
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
            and (own.customer_id = near.id or near.id is null and own.contact_name = near.name)) as last_visit, (
          select string_agg(distinct own.for_name, ', ') from own where internal.is_meant(own.for_name, $3)
            and (own.customer_id = near.id or near.id is null and own.contact_name = near.name)) as books_for
        from (select id, name, email, phone, blocked from files union all select * from contacts) near
        order by starts_with(' ' || internal.folded(near.name), $2) desc, near.name limit 8) best$sql$, filed, given)
    into found using company, begins, p_text;
  end if;
  return coalesce(found, '[]');
end $function$;

CREATE TRIGGER keep_other_words AFTER INSERT OR DELETE OR UPDATE ON public.customer_relatives FOR EACH ROW EXECUTE FUNCTION internal.keep_other_words();

CREATE TRIGGER touch BEFORE UPDATE ON public.customers FOR EACH ROW WHEN ((((new.other_words)::text = (old.other_words)::text) OR (pg_trigger_depth() > 0))) EXECUTE FUNCTION internal.touch_updated_at();

REVOKE ALL ON FUNCTION "internal"."is_meant"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."other_words_of"(uuid) FROM PUBLIC;

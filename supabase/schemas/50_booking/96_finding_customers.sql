-- Finding a customer by a part of the name, the mail or the phone number, while somebody types.

-- What has to hold for `words` (internal.customer_words) so that each word of a text is found in them, as a condition of SQL. What looks
-- like a part of a phone number is one word. A word of one or two letters begins a word, else no index would help. Null for too little.
create function internal.words_found(p_text text, words text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  given constant text := btrim(left(p_text, 120));
  digits constant boolean := given ~ '^[+0-9 ()/.-]*$' and length(regexp_replace(given, '[^0-9]', '', 'g')) > 2;
  -- A whole number with the country's code but without its sign.
  wanted constant text := case when digits then internal.phone_digits(regexp_replace(given, '^(?=49[^0-9]*[1-9]([^0-9]*[0-9]){7})', '+')) else internal.folded(given) end;
begin
  if length(given) < 2 then return null; end if;
  return (
    select string_agg(format('%s like %L', words,
      case when length(word) < 3 then '% ' else '%' end || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
    from (select word from regexp_split_to_table(wanted, '\s+') word where word <> '' limit 6) one);
end $$;

-- Whether a name is what somebody looks for with at least one word of a text.
create function internal.is_meant(p_name text, p_text text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_name <> '' and exists (
    select from regexp_split_to_table(internal.folded(btrim(left(p_text, 120))), '\s+') word
    where length(word) > 1 and strpos(' ' || internal.folded(p_name), case when length(word) < 3 then ' ' else '' end || word) > 0);
end $$;

-- The names of a customer and of those for whom they book, each after a space: what a customer is found by without their addresses and numbers.
create function internal.names_of(p_customer uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(' ' || internal.folded(known.name), ''), '') from (
      select file.name from public.customers file where file.id = p_customer
      union all select other.value from public.customer_contacts other where other.customer_id = p_customer and other.kind = 'name'
      union all select kin.name from public.customer_relatives kin where kin.customer_id = p_customer
      union all select visit.for_name from public.appointments visit where visit.customer_id = p_customer and visit.for_name <> '') known);
end $$;

-- As internal.words_found for the words of customers in `file`; `p_hidden`: by their names only. The index of words narrows it then, too.
create function internal.customer_found(p_text text, file text, p_hidden boolean) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return internal.words_found(p_text, file || '.words')
    || case when p_hidden then ' and ' || internal.words_found(p_text, format('internal.names_of(%s.id)', file)) else '' end;
end $$;

-- Whom a member may book for again: at most eight, those first whose name begins so. Who has all customers finds all files of the company. Others find those of
-- customers whom they serve, and without an id what was given with their own appointments; of these the latest 2,000 lines.
-- Who has no right to contact data finds by names, and gets neither addresses nor numbers.
-- `last_visit` is the latest in force that the caller may see, null for none; `books_for` for whom the customer books who may be meant, else null.
-- Errors: location_not_found.
create function public.find_customers(p_location uuid, p_text text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  company uuid;
  hidden constant boolean := internal.hides_contacts((select place.company_id from public.locations place where place.id = p_location));
  filed constant text := internal.customer_found(p_text, 'file', hidden);
  given constant text := internal.words_found(p_text, case when hidden then '('' '' || internal.folded(visit.contact_name || '' '' || visit.for_name))'
    else 'internal.customer_words(visit.contact_name || '' '' || visit.for_name, visit.contact_email, visit.contact_phone)' end);
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
  if hidden then
    return (select coalesce(jsonb_agg(one || '{"email": null, "phone": ""}' order by turn), '[]') from jsonb_array_elements(found) with ordinality every (one, turn));
  end if;
  return coalesce(found, '[]');
end $$;

revoke execute on function internal.words_found, internal.is_meant, internal.names_of, internal.customer_found from public;
grant execute on function public.find_customers to authenticated;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.clean_contact(p_contact jsonb, p_by_hand boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  name text := btrim(regexp_replace(coalesce(p_contact ->> 'name', ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  email text := btrim(coalesce(p_contact ->> 'email', ''));
  phone text := btrim(regexp_replace(coalesce(p_contact ->> 'phone', ''), '[[:cntrl:][:space:]]+', ' ', 'g'));
  note text := btrim(coalesce(p_contact ->> 'note', ''), E' \t\r\n');
begin
  if name = '' then perform internal.fail('name_missing'); end if;
  if length(name) > 120 then perform internal.fail('name_too_long'); end if;
  if email = '' and not p_by_hand then perform internal.fail('email_missing'); end if;
  if email <> '' and not internal.is_address(email) then perform internal.fail('email_invalid'); end if;
  if phone <> '' and (phone !~ '^[+]?[0-9 ()/.-]{5,39}$' or length(regexp_replace(phone, '[^0-9]', '', 'g')) < 5) then
    perform internal.fail('phone_invalid');
  end if;
  phone := internal.e164(phone);
  if phone <> '' and phone not like '+%' and not p_by_hand then perform internal.fail('phone_invalid'); end if;
  if length(note) > 2000 then perform internal.fail('note_too_long'); end if;
  return jsonb_build_object('name', name, 'email', email, 'phone', phone, 'note', note);
end $function$;

CREATE OR REPLACE FUNCTION internal.e164(phone text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
declare
  typed constant text := btrim(phone);
  number text := regexp_replace(regexp_replace(typed, '^([+]|00)(?!39)([0-9 ]*)\(0\)', '\1\2'), '[ ()/.-]', '', 'g');
begin
  if typed !~ '^[+0-9 ()/.-]+$' then return typed; end if;
  number := regexp_replace(regexp_replace(regexp_replace(number, '^00', '+'), '^0', '+49'), '^\+490+', '+49');
  return case when number ~ '^\+[1-9][0-9]{6,14}$' then number else typed end;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_customer(p_company uuid, p_contact jsonb, p_user uuid, p_by_hand boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  address extensions.citext := nullif(p_contact ->> 'email', '')::extensions.citext;
  kept public.customers;
  linked uuid;
  fills boolean;
begin
  if address is null then
    select * into kept from public.customers customer
    where customer.company_id = p_company and customer.name = p_contact ->> 'name' and internal.e164(customer.phone) = p_contact ->> 'phone'
      and customer.phone <> '' order by customer.created_at limit 1;
    if kept.id is null then
      insert into public.customers (company_id, name, phone) values (p_company, p_contact ->> 'name', p_contact ->> 'phone')
      returning * into kept;
    end if;
  else
    linked := internal.account_of(p_user, p_contact ->> 'email');
    fills := linked is not null or (p_by_hand and p_company in (select internal.companies_with('all_customers')));
    insert into public.customers as customer (company_id, user_id, name, email, phone)
    values (p_company, linked, p_contact ->> 'name', address, p_contact ->> 'phone')
    on conflict (company_id, email) do update set
      phone = case when customer.phone = '' and fills then excluded.phone else customer.phone end,
      user_id = coalesce(customer.user_id, excluded.user_id)
    returning * into kept;
  end if;
  if kept.blocked and not p_by_hand then perform internal.fail('not_possible'); end if;
  return kept.id;
end $function$;

CREATE OR REPLACE FUNCTION internal.normalise_phone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.phone := internal.e164(new.phone);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION internal.words_found(p_text text, words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.confirm_appointment(p_appointment uuid, p_secret text DEFAULT NULL::text, p_contact jsonb DEFAULT NULL::jsonb, p_early_start text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened internal.opened;
  appointment public.appointments;
begin
  if internal.confirm_hold(p_appointment, p_secret, p_contact, p_early_start) then return internal.visit_json(p_appointment); end if;
  opened := internal.open_appointment(p_appointment, p_secret);
  appointment := opened.appointment;
  if opened.actor = 'business' and appointment.state = 'requested' then
    if appointment.starts_at <= internal.present() then perform internal.fail('past'); end if;
    perform internal.move(appointment, 'confirm', 'business');
  elsif opened.customer and appointment.state in ('confirmed', 'requested') then
    if p_contact is null or internal.clean_contact(p_contact, false) <> jsonb_build_object('name', appointment.contact_name,
      'email', appointment.contact_email, 'phone', internal.e164(appointment.contact_phone), 'note', appointment.note) then
      perform internal.fail('wrong_state', appointment.state::text);
    end if;
  elsif not opened.business or appointment.state <> 'confirmed' then
    perform internal.fail('wrong_state', appointment.state::text);
  end if;
  return internal.visit_json(p_appointment);
end $function$;

CREATE OR REPLACE FUNCTION public.normalise_phones(p_table text, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 500)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
  changed integer;
  field constant text := case when p_table = 'appointments' then 'contact_phone' else 'phone' end;
begin
  if p_table is null or p_table not in ('customers', 'appointments', 'profiles') then perform internal.fail('list_wish'); end if;
  execute format('select array(select id from public.%I where $1 is null or id > $1 order by id limit $2)', p_table)
  into ids using p_after, least(greatest(coalesce(p_limit, 500), 1), 2000);
  execute format('update public.%1$I set %2$I = internal.e164(%2$I) where id = any($1) and %2$I <> '''' and internal.e164(%2$I) <> %2$I',
    p_table, field) using ids;
  get diagnostics changed = row_count;
  return jsonb_build_object('last', ids[cardinality(ids)], 'done', changed);
end $function$;

CREATE TRIGGER normalise_phone BEFORE INSERT OR UPDATE OF phone ON public.customers FOR EACH ROW EXECUTE FUNCTION internal.normalise_phone();

CREATE TRIGGER normalise_phone BEFORE INSERT OR UPDATE OF phone ON public.profiles FOR EACH ROW EXECUTE FUNCTION internal.normalise_phone();

REVOKE ALL ON FUNCTION "internal"."e164"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."e164"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."e164"(text) TO "service_role";

REVOKE ALL ON FUNCTION "internal"."normalise_phone"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "internal"."normalise_phone"() TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "internal"."normalise_phone"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."normalise_phones"(text, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."normalise_phones"(text, uuid, integer) TO "service_role";

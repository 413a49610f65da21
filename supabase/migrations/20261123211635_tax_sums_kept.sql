set local check_function_bodies = off;

ALTER TABLE "public"."kept_tax_data" ADD COLUMN "sums" jsonb NOT NULL DEFAULT '[]'::jsonb;

CREATE OR REPLACE FUNCTION internal.keep_tax_data()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform internal.keep_tax_data_of(old.id);
  return old;
end $function$;

CREATE OR REPLACE FUNCTION internal.keep_tax_data_of(p_company uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.kept_tax_data where company_id = p_company) then return; end if;
  insert into public.kept_tax_data (company_id, gone_at, tax_data, imprint, sums)
  select company.id, internal.present(), to_jsonb(held) - 'company_id', jsonb_build_object('legal_name', company.legal_name, 'street', company.street,
    'postal_code', company.postal_code, 'city', company.city, 'register_entry', company.register_entry, 'vat_id', company.vat_id), served.sums
  from public.companies company join public.company_tax_data held on held.company_id = company.id
  cross join lateral (
    select jsonb_agg(jsonb_build_object('quarter', one.quarter, 'visits', one.visits, 'cents', one.cents) order by one.quarter) as sums
    from (
      select to_char(visit.starts_at at time zone 'Europe/Berlin', 'YYYY-"Q"Q') as quarter, count(*) as visits, sum(visit.total_cents) as cents
      from public.locations place join public.appointments visit on visit.location_id = place.id
      where place.company_id = company.id and visit.state = 'completed' group by 1) one) served
  where company.id = p_company and served.sums is not null
  on conflict (company_id) do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_company(p_company uuid, p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone integer;
begin
  perform from public.companies where id = p_company and goes_at <= internal.present() for update;
  if not found then return 0; end if;
  perform internal.keep_tax_data_of(p_company);
  delete from public.appointments where id in (select id from public.appointments
    where location_id in (select id from public.locations where company_id = p_company) limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  with file as (
    delete from public.customers where id in (select id from public.customers where company_id = p_company limit p_limit) returning id
  ), aside as (
    delete from internal.set_aside where place like 'customers.%' and row_id in (select id::text from file)
  )
  select count(*) into gone from file;
  if gone > 0 then return gone; end if;
  delete from public.messages where id in (select id from public.messages where company_id = p_company limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  -- An export that is just being collected ends first, and no other begins.
  perform from public.transfers where company_id = p_company order by id for update;
  delete from internal.transfer_rows where (transfer_id, n) in (select line.transfer_id, line.n from internal.transfer_rows line
    where line.transfer_id in (select id from public.transfers where company_id = p_company) limit p_limit);
  get diagnostics gone = row_count;
  if gone > 0 then return gone; end if;
  delete from public.companies where id = p_company;
  return 0;
end $function$;

ALTER TABLE "public"."kept_tax_data" ADD CONSTRAINT "kept_tax_data_sums_check" CHECK ((length((sums)::text) <= 40000));

REVOKE ALL ON FUNCTION "internal"."keep_tax_data_of"(uuid) FROM PUBLIC;

update public.retention_rules set what = 'Steuerdaten eines gelöschten Unternehmens, das Termine hatte, mit deren Zahl und Summe je Quartal; nur die Plattform liest sie'
where name = 'kept_tax_data';

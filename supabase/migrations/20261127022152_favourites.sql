set local check_function_bodies = off;

CREATE TABLE "public"."favourites" ("user_id" uuid NOT NULL, "location_id" uuid NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "favourites_pkey" PRIMARY KEY (user_id, location_id));

ALTER TABLE "public"."favourites" ENABLE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION public.drop_favourite(p_location uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  delete from public.favourites where user_id = caller and location_id = p_location;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_favourites(p_locations uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  -- Of two at once the second waits and counts the first.
  perform from public.profiles where id = caller for no key update;
  insert into public.favourites (user_id, location_id, created_at)
  select caller, place.id, internal.present() from public.locations place
  where place.id = any(p_locations[:100]) and internal.is_published(place.id)
  on conflict do nothing;
  if (select count(*) from public.favourites where user_id = caller) > 100 then perform internal.fail('favourites_full'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.listing_cards(p_locations uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
AS $function$
declare
  at constant timestamptz := internal.present();
  wish internal.search_wish;
  hits internal.search_hit[] := array(
    select (wanted.place, listing.number, listing.location_id, listing.zone, listing.grid_minutes, listing.notice_minutes, listing.horizon_days,
      listing.services, null, null, null, null, null, null)::internal.search_hit
    from (select location_id, min(place)::integer as place from unnest(p_locations[:100]) with ordinality one (location_id, place) group by 1) wanted
    join internal.listings listing on listing.category = 0 and listing.location_id = wanted.location_id order by wanted.place);
begin
  hits := internal.with_all_starts(internal.with_first_starts(hits, wish, at), wish, at);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listing.location_id, 'slug', listing.slug, 'name', listing.name, 'street', listing.street,
      'postal_code', listing.postal_code, 'city', listing.city, 'district', listing.district, 'latitude', listing.latitude,
      'longitude', listing.longitude, 'distance_km', null, 'rating_average', listing.rating_average::numeric, 'rating_count', listing.rating_count,
      'image', listing.image::jsonb, 'services', listing.offers::jsonb, 'time_zone', listing.zone, 'cursor', null,
      'next_starts', (
        select jsonb_agg(jsonb_build_object('starts_at', to_timestamp(start.minute * 60), 'service_id', hit.service_id, 'employee_id', start.employee)
          order by start.minute)
        from unnest(hit.starts, hit.employees) start (minute, employee))) order by hit.place), '[]')
    from unnest(hits) hit
    join internal.listings listing on listing.category = 0 and listing.number = hit.number);
end $function$;

CREATE OR REPLACE FUNCTION public.own_account_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := internal.person();
  address constant text := lower(internal.own_email());
begin
  if caller is null then perform internal.fail('not_signed_in'); end if;
  return jsonb_build_object(
    'waits', (select coalesce(jsonb_agg(internal.wait_json(wait) order by wait.created_at, wait.id), '[]') from public.event_waits wait where wait.user_id = caller),
    'withdrawals', (select coalesce(jsonb_agg(internal.withdrawal_json(declared) order by declared.declared_at, declared.id), '[]')
      from public.appointments visit join public.withdrawals declared on declared.appointment_id = visit.id where visit.user_id = caller),
    'businesses', case when address is null then '[]' else internal.data_of_guest(address) end,
    'withdrawals_without_account', case when address is null then '[]' else internal.withdrawals_of(address) end,
    'consents', case when address is null then '[]' else internal.consents_of(address) end,
    'notice_choices', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'topic', choice.topic, 'scope', choice.scope)
        order by company.name, company.id, choice.topic), '[]')
      from public.notice_choices choice join public.companies company on company.id = choice.company_id where choice.user_id = caller),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object('location', place.name, 'created_at', kept.created_at) order by kept.created_at, place.id), '[]')
      from public.favourites kept join public.locations place on place.id = kept.location_id where kept.user_id = caller),
    'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('business', company.name, 'list', kept.list, 'name', kept.name, 'query', kept.query,
        'is_default', kept.is_default, 'created_at', kept.created_at) order by kept.created_at, kept.id), '[]')
      from public.saved_views kept join public.companies company on company.id = kept.company_id where kept.user_id = caller));
end $function$;

ALTER TABLE "public"."favourites" ADD CONSTRAINT "favourites_location_id_fkey" FOREIGN KEY (location_id) REFERENCES public.locations(id) ON DELETE CASCADE;

ALTER TABLE "public"."favourites" ADD CONSTRAINT "favourites_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX favourites_location ON public.favourites USING btree (location_id);

CREATE POLICY "own" ON "public"."favourites" FOR SELECT TO "authenticated" USING ((user_id = ( SELECT internal.person() AS person)));

REVOKE ALL ON FUNCTION "public"."drop_favourite"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."drop_favourite"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."keep_favourites"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."keep_favourites"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."listing_cards"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."listing_cards"(uuid[]) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."listing_cards"(uuid[]) TO "service_role";

GRANT SELECT ON TABLE "public"."favourites" TO "authenticated";

GRANT ALL ON TABLE "public"."favourites" TO "service_role";

update public.retention_rules set tables = '{public.profiles,public.favourites,internal.known_devices,internal.account_deletions,internal.appointments_to_forget}',
  what = 'Konten mit Namen, Adresse, Merkliste und bekannten Geräten' where name = 'accounts';

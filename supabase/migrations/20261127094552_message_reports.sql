set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION internal.author_of(p_kind text, p_target uuid, p_company uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_kind = 'message' then
    return coalesce((select nullif(case when said.by_customer then visit.contact_email else internal.address_of_company(p_company) end, '')
        from public.appointment_messages said join public.appointments visit on visit.id = said.appointment_id where said.id = p_target),
      (select nullif(case when said.by_customer then one.contact_email else internal.address_of_company(p_company) end, '')
        from public.order_messages said join public.search_orders one on one.id = said.order_id where said.id = p_target));
  end if;
  if p_kind = 'order' then return (select nullif(contact_email, '') from public.search_orders where id = p_target); end if;
  if p_kind <> 'review' then return internal.address_of_company(p_company); end if;
  return (select nullif(visit.contact_email, '') from public.reviews review join public.appointments visit on visit.id = review.appointment_id
    where review.id = p_target);
end $function$;

CREATE OR REPLACE FUNCTION internal.carry_out(decision internal.decisions)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  case decision.measure
    when 'review_removed' then
      update public.reviews set state = 'removed', removed_reason = decision.ground where id = decision.target_id;
    when 'reply_removed' then update public.reviews set reply = '', replied_at = null where id = decision.target_id;
    when 'picture_removed' then delete from public.location_images where id = decision.target_id;
    when 'order_closed' then
      perform internal.lock_order(decision.target_id);
      if exists (select from public.search_orders where id = decision.target_id and state = 'open') then
        perform internal.close_order(decision.target_id, 'withdrawn', 'Nach einer Meldung beendet.');
      end if;
      update public.search_orders set title = '', text = '' where id = decision.target_id;
    when 'message_removed' then
      -- Its place stays, so that both sides see why an answer hangs in the air.
      update public.appointment_messages set text = '▮ von Zeitplatz entfernt', settled_at = coalesce(settled_at, decision.told_at) where id = decision.target_id;
      update public.order_messages set text = '▮ von Zeitplatz entfernt', settled_at = coalesce(settled_at, decision.told_at) where id = decision.target_id;
    when 'offer_withdrawn' then perform internal.withdraw_offers('{}', decision.target_id);
    when 'listing_paused' then
      perform internal.withdraw_offers(array[decision.location_id]);
      insert into internal.paused_locations (location_id, decision_id) values (decision.location_id, decision.id) on conflict do nothing;
      update public.locations set state = 'paused' where id = decision.location_id and state = 'published';
    when 'company_suspended' then
      perform internal.withdraw_offers(array(select id from public.locations where company_id = decision.target_id));
      update public.companies set state = 'suspended' where id = decision.target_id and state = 'active';
    else null;
  end case;
end $function$;

CREATE OR REPLACE FUNCTION internal.measure_against(p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_kind when 'listing' then 'listing_paused' when 'image' then 'picture_removed' when 'review' then 'review_removed'
    when 'reply' then 'reply_removed' when 'order' then 'order_closed' when 'offer' then 'offer_withdrawn' when 'message' then 'message_removed' else 'company_suspended' end
$function$;

CREATE OR REPLACE FUNCTION internal.reported_target(p_kind text, p_target uuid)
 RETURNS internal.target
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found internal.target;
begin
  select place.id, place.company_id, place.name, place.slug, coalesce(seen.url, '/listings/' || place.slug), left(seen.shown, 4000) into found
  from (
    select listing.id as location_id, null as url, concat_ws(E'\n\n', listing.name, nullif(listing.description, '')) as shown
    from public.locations listing where p_kind = 'listing' and listing.id = p_target
    union all
    select picture.location_id, null, coalesce(nullif(picture.alt, ''), 'Bild') from public.location_images picture
    where p_kind = 'image' and picture.id = p_target
    union all
    select review.location_id, null, concat_ws(E'\n\n', review.author || ', ' || review.rating || case review.rating when 1 then ' Stern' else ' Sterne' end,
      nullif(review.text, ''), (select string_agg(addition ->> 'text', E'\n\n') from jsonb_array_elements(review.additions) addition))
    from public.reviews review where p_kind = 'review' and review.id = p_target and review.state in ('published', 'reported')
    union all
    select review.location_id, null, review.reply from public.reviews review
    where p_kind = 'reply' and review.id = p_target and review.reply <> '' and review.state in ('published', 'reported')
    union all
    select offer.location_id, '/request/' || offer.order_id, coalesce(nullif(offer.text_masked, ''), 'Angebot ohne Text') from public.offers offer
    where p_kind = 'offer' and offer.id = p_target
    union all
    select said.location_id, case when said.by_customer then '/admin/appointment/' else '/booking/' end || said.appointment_id, said.text
    from public.appointment_messages said where p_kind = 'message' and said.id = p_target
    union all
    select said.location_id, case when said.by_customer then '/admin/offers/' else '/request/' end || said.order_id, said.text
    from public.order_messages said where p_kind = 'message' and said.id = p_target
  ) seen join public.locations place on place.id = seen.location_id
  where p_kind in ('offer', 'message') or internal.is_published(place.id);
  if p_kind = 'order' then
    select null, null, concat_ws(', ', category.name, internal.order_place(row(one.*)::public.search_orders)), '', '/admin/offers/' || one.id,
      coalesce(nullif(concat_ws(E'\n\n', nullif(internal.masked(one.title), ''), nullif(internal.masked(one.text), '')), ''), 'Suchauftrag ohne Text')
    into found
    from public.search_orders one join public.categories category on category.id = one.category_id
    where one.id = p_target and one.state <> 'draft' and one.emptied_at is null;
  end if;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.get_report_target(p_kind text, p_target uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target constant internal.target := internal.target_to_report(p_kind, p_target);
begin
  return jsonb_build_object('business', target.business, 'slug', target.slug, 'shown', case when p_kind in ('offer', 'message') then '' else target.shown end);
end $function$;

alter table internal.content_reports add constraint content_reports_kind_2 CHECK ((target_kind = ANY (ARRAY['listing'::text, 'image'::text, 'review'::text, 'reply'::text, 'order'::text, 'offer'::text, 'company'::text, 'message'::text])));
alter table internal.content_reports drop constraint content_reports_kind;
alter table internal.content_reports rename constraint content_reports_kind_2 to content_reports_kind;

alter table internal.decisions add constraint decisions_kind_2 CHECK ((target_kind = ANY (ARRAY['listing'::text, 'image'::text, 'review'::text, 'reply'::text, 'order'::text, 'offer'::text, 'company'::text, 'message'::text])));
alter table internal.decisions drop constraint decisions_kind;
alter table internal.decisions rename constraint decisions_kind_2 to decisions_kind;

alter table internal.decisions add constraint decisions_measure_2 CHECK ((measure = ANY (ARRAY['none'::text, 'review_removed'::text, 'reply_removed'::text, 'picture_removed'::text, 'listing_paused'::text, 'order_closed'::text, 'offer_withdrawn'::text, 'company_suspended'::text, 'lifted'::text, 'message_removed'::text])));
alter table internal.decisions drop constraint decisions_measure;
alter table internal.decisions rename constraint decisions_measure_2 to decisions_measure;

set local check_function_bodies = off;

CREATE TABLE "public"."search_order_images" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "order_id" uuid NOT NULL, "bytes" integer NOT NULL, "width" integer NOT NULL, "height" integer NOT NULL, "file_path" text NOT NULL, "stored" boolean NOT NULL DEFAULT false, "added_at" timestamp with time zone NOT NULL, CONSTRAINT "search_order_images_bytes_check" CHECK (((bytes >= 1) AND (bytes <= 8388608))), CONSTRAINT "search_order_images_file_path_check" CHECK ((file_path ~ '^orders/[0-9a-f-]{36}\.webp$'::text)), CONSTRAINT "search_order_images_file_path_key" UNIQUE (file_path), CONSTRAINT "search_order_images_height_check" CHECK (((height >= 1) AND (height <= 20000))), CONSTRAINT "search_order_images_pkey" PRIMARY KEY (id), CONSTRAINT "search_order_images_width_check" CHECK (((width >= 1) AND (width <= 20000))));

ALTER TABLE "public"."search_order_images" ENABLE ROW LEVEL SECURITY;

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
      delete from public.search_order_images where order_id = decision.target_id;
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

CREATE OR REPLACE FUNCTION internal.empty_orders(p_orders uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.search_orders set user_id = null, contact_name = '', contact_email = '', contact_phone = '', contact_hash = null, title = '', text = '',
    for_name = '', place_label = '', latitude = null, longitude = null, area = null, emptied_at = internal.present()
  where id = any(p_orders);
  delete from public.search_order_links where order_id = any(p_orders);
  delete from public.order_messages where order_id = any(p_orders);
  delete from public.search_order_images where order_id = any(p_orders);
  delete from public.order_notices where order_id = any(p_orders);
  update public.offers set text_masked = '', reason = '' where order_id = any(p_orders) and (text_masked <> '' or reason <> '');
end $function$;

CREATE OR REPLACE FUNCTION internal.forget_unstored_files(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  forgotten integer;
begin
  delete from public.customer_files where id in (
    select id from public.customer_files where not stored and added_at < internal.kept_since('unstored_files') order by added_at
    limit p_limit for update skip locked);
  get diagnostics forgotten = row_count;
  delete from public.search_order_images where id in (
    select id from public.search_order_images where not stored and added_at < internal.kept_since('unstored_files') order by added_at
    limit p_limit for update skip locked);
  return forgotten;
end $function$;

CREATE OR REPLACE FUNCTION internal.order_images_json(p_order uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', image.id, 'path', image.file_path, 'width', image.width, 'height', image.height)
      order by image.added_at, image.id), '[]')
    from public.search_order_images image where image.order_id = p_order and image.stored);
end $function$;

CREATE OR REPLACE FUNCTION internal.order_to_illustrate(p_order uuid, p_secret text)
 RETURNS public.search_orders
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  one public.search_orders := internal.order_of(p_order, p_secret, 'draft');
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret, 'draft');
  if one.state not in ('draft', 'open') or one.emptied_at is not null then perform internal.fail('order_closed'); end if;
  return one;
end $function$;

CREATE OR REPLACE FUNCTION internal.orders_data(p_user uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('category', (select name from public.categories where id = one.category_id), 'state', one.state,
      'title', one.title, 'text', one.text, 'persons', one.persons, 'for_name', one.for_name, 'place', one.place_label, 'radius_km', one.radius_km,
      'windows', one.windows, 'budget_cents', one.budget_cents, 'name', one.contact_name, 'email', one.contact_email, 'phone', one.contact_phone,
      'photos', (select count(*) from public.search_order_images image where image.order_id = one.id and image.stored),
      'created_at', one.created_at, 'confirmed_at', one.confirmed_at, 'closed_at', one.closed_at,
      'offers', (select coalesce(jsonb_agg(jsonb_build_object('business', place.name, 'state', offer.state, 'price_cents', offer.price_cents,
          'text', offer.text_masked, 'sent_at', offer.sent_at, 'decided_at', offer.decided_at) order by offer.sent_at, offer.id), '[]')
        from public.offers offer join public.locations place on place.id = offer.location_id where offer.order_id = one.id),
      'questions', (select coalesce(jsonb_agg(jsonb_build_object('business', place.name, 'by_customer', said.by_customer, 'text', said.text,
          'created_at', said.created_at) order by said.created_at, said.id), '[]')
        from public.order_messages said join public.locations place on place.id = said.location_id where said.order_id = one.id))
      order by one.created_at, one.id), '[]')
    from (select * from public.search_orders mine where mine.user_id = p_user union select * from internal.orders_with(p_email)) one);
end $function$;

CREATE OR REPLACE FUNCTION public.add_order_image(p_order uuid, p_secret text, p_bytes integer, p_width integer, p_height integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := internal.order_to_illustrate(p_order, p_secret);
  visitor constant internal.visitor := internal.visitor();
  made public.search_order_images;
begin
  if not coalesce(p_bytes between 1 and 8388608 and p_width between 1 and 20000 and p_height between 1 and 20000, false) then perform internal.fail('photo_invalid'); end if;
  if (select count(*) from public.search_order_images where order_id = one.id) >= 4 then perform internal.fail('too_many_photos'); end if;
  insert into public.search_order_images (order_id, bytes, width, height, file_path, added_at)
  values (one.id, p_bytes, p_width, p_height, 'orders/' || gen_random_uuid() || '.webp', internal.present()) returning * into made;
  if not visitor.unlimited and internal.spend(array[
      row('order photos from ' || coalesce(visitor.address::text, 'unknown'), case when visitor.address is null then 240 else 40 end, 3600)::internal.budget]) is not null then
    perform internal.fail('too_often');
  end if;
  return jsonb_build_object('id', made.id, 'path', made.file_path);
end $function$;

CREATE OR REPLACE FUNCTION public.matching_order_images(p_order uuid, p_location uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := (select known from public.search_orders known where known.id = p_order);
begin
  if p_location is null or p_location not in (select internal.locations_as('staff')) then perform internal.fail('location_not_found'); end if;
  if p_location not in (select internal.locations_to_offer()) then perform internal.fail('not_allowed'); end if;
  if one.id is null or not internal.fits_order(one, p_location) then perform internal.fail('order_not_found'); end if;
  return internal.order_images_json(one.id);
end $function$;

CREATE OR REPLACE FUNCTION public.order_image_stored(p_order uuid, p_secret text, p_image uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := internal.order_to_illustrate(p_order, p_secret);
begin
  update public.search_order_images image set stored = true
  where image.id = p_image and image.order_id = one.id
    and exists (select from storage.objects kept where kept.bucket_id = 'customer-files' and kept.name = image.file_path);
  if not found then perform internal.fail('photo_not_found'); end if;
end $function$;

CREATE OR REPLACE FUNCTION public.order_images(p_order uuid, p_secret text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return internal.order_images_json((internal.order_of(p_order, p_secret, 'draft')).id);
end $function$;

CREATE OR REPLACE FUNCTION public.remove_order_image(p_order uuid, p_secret text, p_image uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  one constant public.search_orders := internal.order_to_illustrate(p_order, p_secret);
begin
  delete from public.search_order_images where id = p_image and order_id = one.id;
end $function$;

ALTER TABLE "public"."search_order_images" ADD CONSTRAINT "search_order_images_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.search_orders(id) ON DELETE CASCADE;

CREATE INDEX search_order_images_order ON public.search_order_images USING btree (order_id, added_at);

CREATE INDEX search_order_images_unstored ON public.search_order_images USING btree (added_at) WHERE (NOT stored);

CREATE TRIGGER remove_contents AFTER DELETE ON public.search_order_images FOR EACH ROW EXECUTE FUNCTION internal.remove_contents();

REVOKE ALL ON FUNCTION "internal"."order_images_json"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "internal"."order_to_illustrate"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."add_order_image"(uuid, text, integer, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_order_image"(uuid, text, integer, integer, integer) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."matching_order_images"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."matching_order_images"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."order_image_stored"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_image_stored"(uuid, text, uuid) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."order_images"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."order_images"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."remove_order_image"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_order_image"(uuid, text, uuid) TO "anon", "authenticated";

GRANT ALL ON TABLE "public"."search_order_images" TO "service_role";

update public.retention_rules set tables = '{public.search_orders,public.search_order_links,public.search_order_images,public.order_notices,public.order_messages,public.offers,public.offer_starts}',
  what = 'Beendete Suchaufträge mit Kontakt, Text, Fotos und Ort, Fragen und Angebote dazu' where name = 'closed_orders';
update public.retention_rules set tables = '{public.search_orders,public.search_order_links,public.search_order_images}' where name = 'order_drafts';
update public.retention_rules set tables = '{public.customer_files,public.search_order_images,internal.files_to_remove}',
  what = 'Fotos und Dokumente an Kundenkarten und Suchaufträgen, deren Hochladen abgebrochen ist',
  why = 'Sie sind unvollständig. Was von einer Karte oder einem Suchauftrag entfernt wird, verschwindet auch aus dem Speicher, spätestens am selben Tag.'
where name = 'unstored_files';

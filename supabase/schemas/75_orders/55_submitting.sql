-- From a draft to an open order. It is open once its address is confirmed: at once when it is the confirmed one of the caller's account, else by the link
-- of a mail, within two days of sending.

-- Opens a complete draft. Errors: those of internal.check_open_orders, those of internal.read_windows.
create function internal.open_order(p_order uuid) returns public.search_orders
language plpgsql set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  opened public.search_orders;
begin
  select * into opened from public.search_orders where id = p_order;
  -- One after another for each contact, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended(encode(opened.contact_hash, 'hex'), 77));
  perform internal.check_open_orders(opened);
  opened.windows := internal.read_windows(opened.windows, present);
  opened.wanted := internal.wanted_minutes(opened.windows, present);
  update public.search_orders set state = 'open', confirmed_at = present, wanted = opened.wanted,
    expires_at = internal.order_end(opened, present), next_check_at = case when kind <> 'order' then present end
  where id = p_order returning * into opened;
  -- The browser that filled it in has no more to do with it than anybody; the mail opens it.
  delete from public.search_order_links where order_id = p_order and scope = 'draft';
  if opened.kind = 'waitlist' then
    perform internal.mail_order(opened, 'waitlist_joined', opened.version::text);
  elsif opened.kind = 'order' then
    perform internal.mail_order(opened, 'order_open', opened.version::text);
  end if;
  return opened;
end $$;

-- Nobody has more than three open orders, ten alerts and five places on the list of a location, nor two for the same there.
-- Errors: too_many_orders, too_many_alerts, too_many_waits, already_waiting.
create function internal.check_open_orders(one public.search_orders) returns void
language plpgsql stable set search_path = '' as $$
declare
  others integer;
begin
  if one.kind = 'waitlist' and exists (select from public.search_orders other where other.contact_hash = one.contact_hash and other.state = 'open'
      and other.id <> one.id and other.kind = 'waitlist' and other.expires_at > internal.present() and other.location_id = one.location_id
      and (other.service_ids @> one.service_ids and other.service_ids <@ one.service_ids and other.employee_id is not distinct from one.employee_id
        or other.replaces_appointment = one.replaces_appointment)) then
    perform internal.fail('already_waiting');
  end if;
  if not internal.is_limited() then return; end if;
  others := (select count(*) from public.search_orders other where other.contact_hash = one.contact_hash and other.state = 'open'
    and other.id <> one.id and other.kind = one.kind and (one.kind <> 'waitlist' or other.location_id = one.location_id));
  if one.kind = 'order' and others >= 3 then perform internal.fail('too_many_orders'); end if;
  if one.kind = 'waitlist' and others >= 5 then perform internal.fail('too_many_waits'); end if;
  if one.kind = 'alert' and others >= 10 then perform internal.fail('too_many_alerts'); end if;
end $$;

-- Sends a draft off. p_contact: {name, email, phone?}; p_consent: to health data being passed on, which trades under § 203 StGB need (Art. 9 GDPR). Answers `open`, or `mail`: its
-- link is on the way; whether the address has orders already, nobody learns who only types it. Again: sends another mail, within the limits of 3 an
-- hour and 5 a day for an address. Errors: order_not_found, order_closed, category_not_found, place_missing, consent_missing, too_often, those of internal.check_open_orders (accounts),
-- of internal.read_windows and internal.clean_contact.
create function public.submit_search_order(p_order uuid, p_secret text, p_contact jsonb, p_consent boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
declare
  present constant timestamptz := internal.present();
  contact constant jsonb := internal.clean_contact(p_contact, false);
  own constant uuid := internal.account_of(internal.person(), contact ->> 'email');
  draft public.search_orders := internal.order_of(p_order, p_secret, 'draft');
  secret boolean;
begin
  perform internal.lock_order(p_order);
  draft := internal.order_of(p_order, p_secret, 'draft');
  if draft.state = 'open' and own is not null and draft.user_id = own then return 'open'; end if;
  if draft.state <> 'draft' then perform internal.fail('order_closed'); end if;
  if draft.category_id is null then perform internal.fail('category_not_found'); end if;
  if draft.latitude is null then perform internal.fail('place_missing'); end if;
  perform internal.read_windows(draft.windows, present);
  -- Whoever waits for one business tells it, as with a booking; the others go to more than one, or stay here.
  secret := draft.kind <> 'waitlist' and internal.is_secret_order(draft);
  if secret and not coalesce(p_consent, false) then perform internal.fail('consent_missing'); end if;
  update public.search_orders set contact_name = contact ->> 'name', contact_email = contact ->> 'email', contact_phone = contact ->> 'phone',
    contact_hash = sha256(convert_to(internal.mailbox(contact ->> 'email'), 'UTF8')), user_id = own, submitted_at = present,
    expires_at = present + interval '2 days', health_consent_at = case when secret then present end
  where id = p_order returning * into draft;
  update public.search_order_links set expires_at = draft.expires_at where order_id = p_order and scope = 'draft';
  if own is not null then
    perform internal.open_order(p_order);
  else
    perform internal.mail_order(draft, 'order_confirm', floor(extract(epoch from present) / 60)::text);
  end if;
  if internal.is_limited() and internal.spend(internal.recipient_budgets(contact ->> 'email', 3, 5, 'order') || internal.place_budgets('orders')) is not null then
    perform internal.fail('too_often');
  end if;
  return case when own is not null then 'open' else 'mail' end;
end $$;

-- Confirms the address with what stands in its mail; the order is open from now on. Again changes nothing. Returns the state. Errors: order_not_found (also two days
-- after it was sent), order_closed, those of internal.check_open_orders and internal.read_windows.
create function public.confirm_search_order(p_order uuid, p_secret text) returns public.order_state
language plpgsql security definer set search_path = '' as $$
declare
  one public.search_orders := internal.order_of(p_order, p_secret);
begin
  perform internal.lock_order(p_order);
  one := internal.order_of(p_order, p_secret);
  if one.state = 'open' or one.state = 'matched' then return one.state; end if;
  if one.state <> 'draft' or one.submitted_at is null then perform internal.fail('order_closed'); end if;
  update public.search_orders set user_id = internal.account_of(internal.person(), contact_email) where id = p_order;
  return (internal.open_order(p_order)).state;
end $$;

-- Stores the hash of a fresh secret for a mail; it opens the order until 30 days after its end. For the server only. Errors: order_not_found, secret_invalid.
create function public.issue_search_order_link(p_order uuid, p_secret_hash text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(p_secret_hash, '') !~ '^[0-9a-f]{64}$' then perform internal.fail('secret_invalid'); end if;
  perform from public.search_orders where id = p_order and emptied_at is null for key share;
  if not found then perform internal.fail('order_not_found'); end if;
  insert into public.search_order_links (secret_hash, order_id, scope, expires_at)
  values (decode(p_secret_hash, 'hex'), p_order, 'own', internal.present() + interval '120 days')
  on conflict (secret_hash) do nothing;
end $$;

revoke execute on function internal.open_order, internal.check_open_orders from public;
grant execute on function public.submit_search_order, public.confirm_search_order to anon, authenticated;
grant execute on function public.issue_search_order_link to service_role;

-- Taking a merge back (60_merges), for 30 days and the latest one first. What has changed since stays with the kept file, and the answer says so.

-- Brings the file back that went: {customer, left}, `customer` its id. `left` names what could not be put back: card_changed (fields of the kept file that
-- somebody has changed since stay), health_changed (the same for health data), address_gone (its address is another customer's by now),
-- later_bookings (what was booked since under its address went with it).
-- Errors: merge_not_found, merge_too_old, merge_later (a later merge has to be taken back first).
create function public.undo_merge(p_company uuid, p_merge uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  if p_company in (select internal.companies_with_files()) then
    select * into undone from internal.customer_merges where id = p_merge and company_id = p_company for update;
  end if;
  if undone.id is null then perform internal.fail('merge_not_found'); end if;
  if undone.at < internal.present() - interval '30 days' then perform internal.fail('merge_too_old'); end if;
  perform pg_advisory_xact_lock(hashtext('customer_facts'));
  if exists (select from internal.customer_merges other
      where (other.kept_id = undone.kept_id and other.at > undone.at) or other.gone_id = undone.kept_id) then
    perform internal.fail('merge_later');
  end if;
  select * into kept from public.customers where id = undone.kept_id for update;
  if kept.id is null then perform internal.fail('merge_not_found'); end if;
  back := jsonb_populate_record(kept, undone.before);
  joined := jsonb_populate_record(kept, undone.after);
  gone := jsonb_populate_record(null::public.customers, undone.gone);
  -- Accounts can be gone since.
  gone.user_id := (select id from auth.users where id = gone.user_id);
  back.user_id := (select id from auth.users where id = back.user_id);
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
end $$;

-- What has been merged into a file and can be taken back, the latest first: [{id, name, at, who, until}].
create function internal.merges_of(p_company uuid, p_customer uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if p_company not in (select internal.companies_with_files()) then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', merge.id, 'name', merge.gone ->> 'name', 'at', merge.at, 'who', merge.who,
      'until', merge.at + interval '30 days') order by merge.at desc), '[]')
    from internal.customer_merges merge where merge.kept_id = p_customer and merge.at >= internal.present() - interval '30 days');
end $$;

-- Forgets how to take back what is too old (85_accounts/60_retention), so many at a time.
create function internal.forget_merges(p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from internal.customer_merges where id in (
    select id from internal.customer_merges where at < internal.kept_since('customer_merges') order by at limit p_limit for update skip locked);
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;

revoke execute on function internal.merges_of, internal.forget_merges, public.undo_merge from public;
grant execute on function public.undo_merge to authenticated;

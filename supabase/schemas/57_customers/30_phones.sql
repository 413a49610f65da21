-- Numbers stored before they were normalised (00_ground/45_phones). Gone with 0.5: by then every database has done it.

-- Normalises the numbers of the next `p_limit` rows of a table after `p_after` in the order of ids: {last, done}, `done` changed numbers; `last` is null
-- once there are no more. `p_table`: customers, appointments, profiles. For the server's job only. Error: list_wish (another table).
create function public.normalise_phones(p_table text, p_after uuid default null, p_limit integer default 500) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

revoke execute on function public.normalise_phones from public;
grant execute on function public.normalise_phones to service_role;

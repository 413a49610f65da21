-- Functions of the realtime service. backend/README.md says when this runs.

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- What the database sends: a row of kind broadcast with an event becomes a message when its transaction commits. Rows are kept
-- for a while, as hosted keeps them; the service deletes them.
create or replace function realtime.announce() returns trigger language plpgsql security definer
set search_path = '' as $$
declare
  note text := json_strip_nulls(json_build_object('from', 'database', 'messages', json_build_array(json_build_object(
    'type', 'broadcast', 'room', case when new.private then 'private:' else 'public:' end || new.topic, 'event', new.event,
    'json', case when new.binary_payload is null then coalesce(new.payload, '{}')::text end,
    'base64', encode(new.binary_payload, 'base64'), 'meta', json_build_object('id', new.id)))));
  relayed bigint;
begin
  if octet_length(note) > 7500 then
    insert into realtime.relay (body) values (note) returning id into relayed;
    note := json_build_object('from', 'database', 'relay', relayed);
  end if;
  perform pg_notify('realtime_bus', note);
  return null;
end $$;
revoke all on function realtime.announce from public;

create or replace trigger announce after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and new.event is not null) execute function realtime.announce();

-- Send a broadcast to a topic, JSON or (to clients of protocol 2.0.0) bytes, under the caller's own rights on realtime.messages.
-- A refusal is a warning: what the caller's transaction does must not fail because nobody may be told.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
declare
  named uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (named, case when jsonb_typeof(payload) = 'object' then jsonb_build_object('id', named) || payload else payload end,
    event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
language plpgsql as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension) values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;

-- Sends the change of a row; for triggers: perform realtime.broadcast_changes('topic', tg_op, tg_op, tg_table_name,
-- tg_table_schema, new, old).
create or replace function realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text,
  table_schema text, new record, old record, level text default 'ROW') returns void
language plpgsql as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name,
    'schema', table_schema), event_name, topic_name);
end $$;

-- The WHERE text of a subscription's filters on row `t`; columns are looked up, values are quoted and cast.
create or replace function realtime.condition(relation oid, filters jsonb) returns text
language plpgsql stable as $$
declare
  filter jsonb;
  kind text;
  part text;
  parts text[] := '{true}';
begin
  for filter in select value from jsonb_array_elements(filters) loop
    select format_type(a.atttypid, null) into kind from pg_attribute a
     where a.attrelid = relation and a.attname = filter ->> 'column' and a.attnum > 0 and not a.attisdropped;
    if kind is null then
      raise exception 'invalid column for filter %', filter ->> 'column';
    end if;
    if filter ->> 'operator' in ('match', 'imatch') then perform '' ~ (filter -> 'values' ->> 0); end if;
    part := case
      when filter ->> 'operator' = 'in' then format('t.%I = any (array[%s]::%s[])', filter ->> 'column',
        (select string_agg(quote_literal(value), ',') from jsonb_array_elements_text(filter -> 'values')), kind)
      when filter ->> 'operator' = 'is' then format('t.%I is %s', filter ->> 'column',
        case filter -> 'values' ->> 0 when 'true' then 'true' when 'false' then 'false'
          when 'unknown' then 'unknown' else 'null' end)
      when filter ->> 'operator' in ('like', 'ilike', 'match', 'imatch') then format('t.%I::text %s %L', filter ->> 'column',
        case filter ->> 'operator' when 'match' then '~' when 'imatch' then '~*' else filter ->> 'operator' end,
        filter -> 'values' ->> 0)
      else format('t.%I %s %L::%s', filter ->> 'column',
        case filter ->> 'operator' when 'eq' then '=' when 'neq' then '<>' when 'lt' then '<' when 'lte' then '<='
          when 'gt' then '>' when 'gte' then '>=' when 'isdistinct' then 'is distinct from' end,
        filter -> 'values' ->> 0, kind)
    end;
    parts := parts || (case when (filter ->> 'negate')::boolean then format('not (%s)', part) else part end);
  end loop;
  return array_to_string(parts, ' and ');
end $$;

-- Raises what is wrong with a subscription: unknown column, no privilege on it, value of another type.
create or replace function realtime.check_filters(relation oid, role_name text, filters jsonb) returns void
language plpgsql stable as $$
begin
  perform set_config('role', role_name, true);
  execute format('select from %s t where false and %s', relation::regclass, realtime.condition(relation, filters));
end $$;

-- True while the current snapshot does not see one of these transactions.
create or replace function realtime.is_ahead(xids bigint[]) returns boolean language sql stable as $$
  with s as (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xmax),
  wide as (
    select s.xmax, x + ((s.xmax - x + 2147483648) >> 32 << 32) as xid from s, unnest(xids) x
  )
  select exists (select from wide where xid >= xmax)
    or exists (select from wide join pg_snapshot_xip(pg_current_snapshot()) i on i::text::bigint = wide.xid)
$$;

-- Which viewers may see which changes. Called as `authenticator`; takes each viewer's role and claims in turn.
-- The record is the row as the viewer can select it in this statement's snapshot, not an older version that only
-- others were allowed to see. It is given once per role and change, as text because JavaScript rounds big numbers.
-- A DELETE cannot be checked any more: as hosted, it shows the primary key only when the table has policies.
-- The stream can be a moment ahead of snapshots: while one of the transactions `xids` (32 bit) is not visible yet, the
-- answer is one row with viewer -1 and the call must be repeated.
create or replace function realtime.visible(
  relation oid, published text[], changes jsonb, viewers jsonb, xids bigint[])
returns table (viewer int, change int, columns text, record text, old_record text)
language plpgsql stable as $$
declare
  item record;
  hit record;
  role_now text := '';
  guarded boolean;
  target text := relation::regclass::text;
  key_names text[];
  key_match text;
  column_info text;
  selected text;
  old_selected text;
  deletes boolean := jsonb_path_exists(changes, '$[*] ? (@.type == "DELETE")');
  given int[];
begin
  if realtime.is_ahead(xids) then
    visible.viewer := -1;
    return next;
    return;
  end if;
  select c.relrowsecurity into guarded from pg_class c where c.oid = relation;
  select array_agg(a.attname::text),
    string_agg(format('t.%1$I = (e.value -> ''key'' ->> %1$L)::%2$s', a.attname, format_type(a.atttypid, null)), ' and ')
    into key_names, key_match
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
   where i.indrelid = relation and i.indisprimary;
  if key_match is null then
    return;
  end if;

  for item in
    select v.value ->> 'role' as role, (v.value -> 'claims')::text as claims, v.value -> 'filters' as filters,
      (v.ordinality - 1)::int as n
    from jsonb_array_elements(viewers) with ordinality v order by 1
  loop
    if item.role <> role_now then
      role_now := item.role;
      given := '{}';
      select jsonb_agg(jsonb_build_object('name', a.attname, 'type', y.typname) order by a.attnum)::text,
        string_agg(format('t.%I', a.attname), ', ' order by a.attnum),
        string_agg(format('(e.value -> ''old'' ->> %1$L)::%2$s as %1$I', a.attname, format_type(a.atttypid, null)), ', '
          order by a.attnum) filter (where (a.attname = any (key_names) or not guarded)
            and jsonb_path_exists(changes, '$[*].old.keyvalue() ? (@.key == $name)', jsonb_build_object('name', a.attname)))
        into column_info, selected, old_selected
        from pg_attribute a join pg_type y on y.oid = a.atttypid join pg_class c on c.oid = a.attrelid
       where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
         and (a.attname = any (published) or a.attgenerated <> '')
         and has_schema_privilege(item.role, c.relnamespace, 'usage')
         and has_column_privilege(item.role, relation, a.attnum, 'select');
      if exists (select from unnest(key_names) k where not has_column_privilege(item.role, relation, k, 'select')) then
        selected := null;
      end if;
    end if;
    continue when selected is null;
    old_selected := coalesce(old_selected, 'null as nothing where false');
    begin
      perform set_config('role', item.role, true), set_config('request.jwt.claims', item.claims, true);
      for hit in execute format(
        'select (e.n - 1)::int as n, r.record, r.old_record
           from jsonb_array_elements($1) with ordinality e(value, n) join %s t on %s
           cross join lateral (select case when not (e.n - 1) = any ($2) then
               (select to_jsonb(s)::text from (select %s) s) end as record,
             (select to_jsonb(s)::text from (select %s) s) as old_record) r
          where e.value ->> ''type'' <> ''DELETE'' and %s',
        target, key_match, selected, old_selected, realtime.condition(relation, item.filters)) using changes, given
      loop
        visible.viewer := item.n;
        visible.change := hit.n;
        visible.record := hit.record;
        visible.old_record := case when hit.record is not null then hit.old_record end;
        visible.columns := case when hit.record is not null then column_info end;
        given := given || hit.n;
        return next;
      end loop;
    exception when others then
      raise debug 'realtime: viewer % is not served: %', item.n, sqlerrm;
    end;
    continue when not deletes;
    begin
      for hit in execute format(
        'select (e.n - 1)::int as n, to_jsonb(t)::text as old_record
           from jsonb_array_elements($1) with ordinality e(value, n) cross join lateral (select %s) t
          where e.value ->> ''type'' = ''DELETE'' and %s',
        old_selected, realtime.condition(relation, item.filters)) using changes
      loop
        visible.viewer := item.n;
        visible.change := hit.n;
        visible.record := null;
        visible.old_record := hit.old_record;
        visible.columns := column_info;
        return next;
      end loop;
    exception when others then
      raise debug 'realtime: viewer % is not served: %', item.n, sqlerrm;
    end;
  end loop;
end $$;

-- Two rows that the policies of a private channel are tried on; the caller rolls them back.
create or replace function realtime.probe(channel text) returns void language sql security definer
set search_path = '' as $$
  insert into realtime.messages (topic, extension) values (channel, 'broadcast'), (channel, 'presence')
$$;

-- What a caller may do in a private channel: select is reading, insert is writing; both are undone.
create or replace function realtime.channel_rights(channel text, role_name text, claims jsonb)
returns table (extension text, may_read boolean, may_write boolean)
language plpgsql as $$
declare
  kind text;
  readable text[] := '{}';
begin
  begin
    perform realtime.probe(channel);
    perform set_config('realtime.topic', channel, true), set_config('request.jwt.claims', claims::text, true),
      set_config('role', role_name, true);
    select coalesce(array_agg(distinct m.extension), '{}') into readable from realtime.messages m where m.topic = channel;
    raise exception using errcode = 'ZZR01';
  exception when sqlstate 'ZZR01' then null;
  end;
  foreach kind in array array['broadcast', 'presence'] loop
    channel_rights.extension := kind;
    may_read := kind = any (readable);
    begin
      perform set_config('realtime.topic', channel, true), set_config('request.jwt.claims', claims::text, true),
        set_config('role', role_name, true);
      insert into realtime.messages (topic, extension) values (channel, kind);
      raise exception using errcode = 'ZZR01';
    exception
      when sqlstate 'ZZR01' then may_write := true;
      when insufficient_privilege then may_write := false;
    end;
    return next;
  end loop;
end $$;

-- By name: in a database whose owner closes new functions they would be closed as well.
grant execute on function realtime.topic, realtime.send, realtime.send_binary, realtime.broadcast_changes, realtime.condition,
  realtime.is_ahead to public;
revoke all on function realtime.visible, realtime.check_filters, realtime.probe,
  realtime.channel_rights from public;
grant execute on function realtime.visible, realtime.check_filters, realtime.probe,
  realtime.channel_rights to authenticator;

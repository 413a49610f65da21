-- What the schemas $1 hold: one row for each object, with its kind, its name and its definition as text. Objects of extensions are left out.
-- Read with an empty search_path, so that every name carries its schema.
with own as (
  select oid, nspname, nspowner, nspacl from pg_namespace where nspname = any ($1::text[])
), extended as (
  select classid, objid from pg_depend where deptype = 'e'
), relations as (
  select c.*, format('%I.%I', own.nspname, c.relname) as named from pg_class c join own on own.oid = c.relnamespace
   where not exists (select from extended where classid = 'pg_class'::regclass and objid = c.oid)
), tables as (
  select * from relations where relkind in ('r', 'p', 'v', 'm', 'f')
), functions as (
  select p.*, p.oid::regprocedure::text as named from pg_proc p join own on own.oid = p.pronamespace
   where not exists (select from extended where classid = 'pg_proc'::regclass and objid = p.oid)
), types as (
  select t.*, t.oid::regtype::text as named from pg_type t join own on own.oid = t.typnamespace
   where not exists (select from extended where classid = 'pg_type'::regclass and objid = t.oid)
), owned as (
  select 'schema' as kind, format('%I', nspname) as named, nspowner as owner,
    coalesce(nspacl, acldefault('n', nspowner)) as rights from own
  union all
  select 'relation', named, relowner,
    coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
    from relations where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  union all
  select 'function', named, proowner, coalesce(proacl, acldefault('f', proowner)) from functions
  union all
  select 'type', named, typowner, coalesce(typacl, acldefault('T', typowner)) from types
   where typtype in ('e', 'd', 'r') or typtype = 'c' and exists (select from relations c where c.oid = typrelid and relkind = 'c')
), granted as (
  select kind, named, owner, rights from owned
  union all
  select 'column', format('%s.%I', named, attname), relowner, attacl
    from pg_attribute join relations on relations.oid = attrelid where attacl is not null
  union all
  select 'new', format('%s in %s', defaclobjtype, coalesce(nspname, 'every schema')), defaclrole, defaclacl
    from pg_default_acl left join own on own.oid = defaclnamespace where defaclnamespace = 0 or own.oid is not null
)
select 'rights of ' || kind as kind, named as name, string_agg(
    format('%s:%s%s', coalesce(rolname, 'public'), privilege_type, case when is_grantable then ' with grant option' end),
    ', ' order by rolname nulls first, privilege_type) as definition
  from granted cross join lateral aclexplode(rights) given left join pg_roles on pg_roles.oid = given.grantee
 where given.grantee <> owner
 group by kind, named
union all
select 'owner of ' || kind, named, owner::regrole::text from owned
union all
select 'extension', extname, nspname::text from pg_extension join pg_namespace n on n.oid = extnamespace where extname <> 'plpgsql'
union all
select 'relation', named, concat_ws(' ',
    case relkind when 'r' then 'table' when 'p' then 'table partition by ' || pg_get_partkeydef(oid) when 'v' then 'view'
      when 'm' then 'materialized view' when 'S' then 'sequence' when 'c' then 'type' else relkind::text end,
    case relpersistence when 'u' then 'unlogged' end, case when relrowsecurity then 'with row level security' end,
    case when relforcerowsecurity then 'forced' end, case when relreplident <> 'd' then 'replica identity ' || relreplident::text end,
    (select string_agg(option, ', ' order by option) from unnest(reloptions) option),
    pg_get_expr(relpartbound, oid), case when relkind in ('v', 'm') then pg_get_viewdef(oid) end)
  from relations where relkind in ('r', 'p', 'v', 'm', 'S', 'c', 'f')
union all
select 'column', format('%s.%I', named, attname), concat_ws(' ', format_type(atttypid, atttypmod),
    case when attcollation <> typcollation then 'collate ' || attcollation::regcollation::text end,
    case when attnotnull then 'not null' end,
    case when attgenerated <> '' then 'generated as' when attidentity <> '' then 'identity ' || attidentity::text
      when atthasdef then 'default' end,
    pg_get_expr(adbin, adrelid), case when attstorage <> typstorage then 'storage ' || attstorage::text end,
    nullif('compression ' || attcompression::text, 'compression '), 'statistics ' || nullif(attstattarget, -1), attoptions::text)
  from pg_attribute a join relations on relations.oid = attrelid join pg_type t on t.oid = atttypid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
 where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm', 'c', 'f')
union all
select 'order of columns', named, string_agg(attname, ', ' order by attnum)
  from pg_attribute join relations on relations.oid = attrelid
 where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'c') group by named
union all
-- Whether a column may be null stands with the column; PostgreSQL 18 keeps a constraint for it as well.
select 'constraint', coalesce(relations.named, types.named) || ' ' || conname, concat_ws(' ', pg_get_constraintdef(c.oid),
    case when not convalidated then 'not valid' end, case when not coalesce((to_jsonb(c) ->> 'conenforced')::boolean, true) then 'not enforced' end)
  from pg_constraint c left join relations on relations.oid = conrelid left join types on types.oid = contypid
 where contype <> 'n' and coalesce(relations.oid, types.oid) is not null
union all
select 'index', i.named, concat_ws(' ', pg_get_indexdef(i.oid), case when not indisvalid then 'invalid' end,
    case when indisclustered then 'clustered' end)
  from relations i join pg_index on indexrelid = i.oid
union all
select 'sequence', named, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, case when seqcycle then 'cycle' end,
    (select format('owned by %s column %s', refobjid::regclass, refobjsubid) from pg_depend
      where classid = 'pg_class'::regclass and objid = relations.oid and deptype in ('a', 'i') and refobjsubid > 0 limit 1))
  from relations join pg_sequence on seqrelid = relations.oid
union all
select 'function', named, pg_get_functiondef(oid) from functions where prokind <> 'a'
union all
select 'aggregate', named, concat_ws(' ', aggtransfn, aggtranstype::regtype, aggfinalfn, aggcombinefn, agginitval)
  from functions join pg_aggregate on aggfnoid = functions.oid
union all
select 'trigger', named || ' ' || tgname, concat_ws(' ', pg_get_triggerdef(t.oid), case when tgenabled <> 'O' then 'enabled ' || tgenabled::text end)
  from pg_trigger t join relations on relations.oid = tgrelid where not tgisinternal
union all
select 'event trigger', evtname, concat_ws(' ', evtevent, evtfoid::regproc, evtenabled, evttags::text) from pg_event_trigger e
 where not exists (select from extended where classid = 'pg_event_trigger'::regclass and objid = e.oid)
union all
select 'policy', format('%s %I', named, polname), concat_ws(' ', case when not polpermissive then 'restrictive' end,
    case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end, 'to',
    (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ' order by role::regrole::text) from unnest(polroles) role),
    'using ' || pg_get_expr(polqual, polrelid), 'with check ' || pg_get_expr(polwithcheck, polrelid))
  from pg_policy join relations on relations.oid = polrelid
union all
select 'rule', named || ' ' || rulename, pg_get_ruledef(r.oid) from pg_rewrite r join relations on relations.oid = ev_class
 where rulename <> '_RETURN'
union all
select 'enum', named, string_agg(enumlabel, ', ' order by enumsortorder) from types join pg_enum on enumtypid = types.oid group by named
union all
select 'domain', named, concat_ws(' ', format_type(typbasetype, typtypmod), case when typnotnull then 'not null' end, 'default ' || typdefault)
  from types where typtype = 'd'
union all
select 'range', named, concat_ws(' ', rngsubtype::regtype, nullif(rngcanonical, 0)::regproc, nullif(rngsubdiff, 0)::regproc)
  from types join pg_range on rngtypid = types.oid
union all
select 'statistics', format('%I.%I', own.nspname, stxname), pg_get_statisticsobjdef(s.oid)
  from pg_statistic_ext s join own on own.oid = stxnamespace
union all
select 'publication', pubname, concat_ws(' ', case when puballtables then 'all tables' end, case when pubinsert then 'insert' end,
    case when pubupdate then 'update' end, case when pubdelete then 'delete' end, case when pubtruncate then 'truncate' end,
    case when pubviaroot then 'via root' end) from pg_publication
union all
select 'published', format('%s %s', pubname, prrelid::regclass), concat_ws(' ', 'columns',
    (select string_agg(attname, ', ' order by attname) from pg_attribute where attrelid = prrelid and attnum = any (prattrs)),
    'where ' || pg_get_expr(prqual, prrelid))
  from pg_publication_rel r join pg_publication p on p.oid = prpubid
union all
select 'published', format('%s schema %s', pubname, pnnspid::regnamespace), 'all tables'
  from pg_publication_namespace join pg_publication p on p.oid = pnpubid
union all
select 'text search configuration', format('%I.%I', own.nspname, cfgname),
    (select string_agg(format('%s: %s', maptokentype, mapdict::regdictionary), ', ' order by maptokentype, mapseqno)
       from pg_ts_config_map where mapcfg = c.oid)
  from pg_ts_config c join own on own.oid = cfgnamespace
 where not exists (select from extended where classid = 'pg_ts_config'::regclass and objid = c.oid)
union all
select 'text search dictionary', format('%I.%I', own.nspname, dictname), concat_ws(' ', tmplname, dictinitoption)
  from pg_ts_dict d join own on own.oid = dictnamespace join pg_ts_template t on t.oid = dicttemplate
 where not exists (select from extended where classid = 'pg_ts_dict'::regclass and objid = d.oid)
union all
select 'operator', o.oid::regoperator::text, oprcode::text from pg_operator o join own on own.oid = oprnamespace
 where not exists (select from extended where classid = 'pg_operator'::regclass and objid = o.oid)
union all
select 'cast', format('%s as %s', castsource::regtype, casttarget::regtype),
    concat_ws(' ', nullif(castfunc, 0)::regprocedure, castcontext, castmethod)
  from pg_cast c where c.oid >= 16384 and not exists (select from extended where classid = 'pg_cast'::regclass and objid = c.oid)
union all
select 'comment', pg_describe_object(classoid, objoid, objsubid), description
  from pg_description d cross join lateral pg_identify_object(classoid, objoid, objsubid) identified
 where objoid >= 16384 and (identified.schema = any ($1::text[]) or identified.type = 'schema' and identified.name = any ($1::text[]))
   and not exists (select from extended e where e.classid = d.classoid and e.objid = d.objoid)
order by 1, 2

-- What is looked for, and the locations that match all of it but the time.

-- `category` 0: any; null: one that does not exist. `words` must all be found at a location, `any_word` names its best services.
create type internal.search_wish as (
  category smallint, words tsquery, any_word tsquery, center extensions.cube, radius_km float8, city integer,
  min_price_cents integer, max_price_cents integer, min_rating real, attributes text[], languages text[], open_now boolean,
  -- Degrees west, south, east, north.
  bounds float8[]
);

-- The weights of the order "relevance", and of the order of offers on the page of a search order (75_orders/60_requests); /legal/ranking prints this
-- table. All components lie between 0 and 1.
create table public.ranking_weights (
  component text not null check (component in ('text', 'distance', 'rating', 'time', 'price')),
  weight real not null check (weight between 0 and 1),
  name text not null check (length(name) <= 120),
  description text not null check (length(description) <= 1000),
  position smallint not null,
  context text not null default 'search' check (context in ('search', 'offers')),
  primary key (context, component)
);
insert into public.ranking_weights (component, weight, name, description, position, context) values
  ('text', 0.5, 'Passende Wörter', 'Wie gut Ihre Suchwörter zu Name, Leistungen und Kategorien des Betriebs passen; Treffer im Namen und in Leistungen zählen am meisten. Ohne Suchwörter zählt dieser Teil nicht.', 1, 'search'),
  ('distance', 0.3, 'Entfernung', 'Wie nah der Betrieb am gesuchten Ort liegt: am Ort selbst volle Punkte, in 5 km Entfernung die halben. Ohne Ort zählt dieser Teil nicht.', 2, 'search'),
  ('rating', 0.2, 'Bewertungen', 'Der Durchschnitt der Bewertungen. Bei wenigen Bewertungen wird er zur Mitte gezogen: Es zählen fünf gedachte Bewertungen mit 4 Sternen mit.', 3, 'search'),
  ('time', 0.35, 'Zeit', 'Liegt ein Termin in Ihren Wunschzeiten, gibt es volle Punkte, sechs Stunden daneben die halben. Bei mehreren Terminen zählt der beste.', 11, 'offers'),
  ('price', 0.25, 'Preis', 'Der Gesamtpreis gegen Ihr Budget: wer die Hälfte verlangt, bekommt drei Viertel der Punkte, wer es ausschöpft, die Hälfte, wer das Doppelte verlangt, keine. Ohne Budget steht dafür das teuerste Angebot.', 12, 'offers'),
  ('distance', 0.2, 'Entfernung', 'Wie nah der Betrieb an Ihrem Ort liegt: am Ort selbst volle Punkte, in 5 km Entfernung die halben.', 13, 'offers'),
  ('rating', 0.2, 'Bewertungen', 'Der Durchschnitt der Bewertungen, bei wenigen zur Mitte gezogen wie in der Suche.', 14, 'offers');
alter table public.ranking_weights enable row level security;
create policy everyone_reads on public.ranking_weights for select using (true);
grant select on public.ranking_weights to anon, authenticated, service_role;

-- What a typed word may mean: its stem, words that begin with or contain it, and those that differ by a slip of the keyboard.
create function internal.meant_by(p_word text) returns tsquery
language plpgsql stable set search_path = '' as $$
declare
  stem text := internal.stem_of(p_word);
  stems text[];
begin
  stems := array(
    select known.stem from internal.search_words known
    where case when length(p_word) >= 4 then known.word like '%' || p_word || '%' else known.word like p_word || '%' end
    order by length(known.word), known.word limit 60);
  -- Slips of the keyboard only where the word itself is unknown.
  if not exists (select from unnest(stems) known where known = stem) and length(p_word) >= 4 then
    stems := stems || array(
      select known.stem from internal.search_words known
      where known.word operator(extensions.%) p_word and extensions.similarity(known.word, p_word) >= 0.38
      order by extensions.similarity(known.word, p_word) desc, known.word limit 8);
  end if;
  return (select string_agg(distinct quote_literal(every), ' | ') from unnest(stems || stem) every)::tsquery;
end $$;

-- Whether these are degrees west, south, east and north of a part of the globe that does not cross the date line.
create function internal.is_area(p_bounds float8[]) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(array_ndims(p_bounds) = 1 and array_lower(p_bounds, 1) = 1 and cardinality(p_bounds) = 4
    and p_bounds[1] between -180 and 180 and p_bounds[3] between p_bounds[1] and 180
    and p_bounds[2] between -90 and 90 and p_bounds[4] between p_bounds[2] and 90, false);
end $$;

-- Puts together what is asked; see public.search_locations for the parameters.
create function internal.read_wish(
  p_category text, p_text text, p_latitude float8, p_longitude float8, p_radius_km float8, p_city_id integer, p_postal_code text,
  p_min_price_cents integer, p_max_price_cents integer, p_min_rating numeric, p_attributes text[], p_languages text[],
  p_open_now boolean, p_bounds float8[])
returns internal.search_wish
language plpgsql stable set search_path = '' as $$
declare
  wish internal.search_wish;
  word text;
  meant tsquery;
  reach float8;
begin
  wish.category := case when p_category is null then 0 else (select id from public.categories where slug = p_category) end;
  if p_text <> '' then
    for word in
      select part from regexp_split_to_table(internal.search_key(left(p_text, 200)), ' ') part where length(part) > 1 limit 6
    loop
      -- Words like "und" mean nothing.
      continue when ts_lexize('pg_catalog.german_stem', word) = '{}';
      meant := internal.meant_by(word);
      wish.words := case when wish.words is null then meant else wish.words && meant end;
      wish.any_word := case when wish.any_word is null then meant else wish.any_word || meant end;
    end loop;
  end if;
  -- What is nowhere on the globe, NaN and infinity among it, finds nothing.
  if p_latitude not between -90 and 90 or p_longitude not between -180 and 180 then
    wish.category := null;
  else
    wish.center := internal.spot(p_latitude, p_longitude);
  end if;
  wish.radius_km := case when p_radius_km < 0 then 0 when p_radius_km < 2000 then p_radius_km when p_radius_km is not null then 2000 end;
  wish.city := p_city_id;
  if wish.center is null and p_postal_code is not null then
    select internal.spot(latitude, longitude), coalesce(wish.radius_km, 6) into wish.center, wish.radius_km
    from public.postal_codes where code = p_postal_code;
    -- A code that nobody knows finds nothing.
    if not found then wish.category := null; end if;
  elsif wish.center is null and p_city_id is not null then
    select internal.spot(latitude, longitude) into wish.center from public.cities where id = p_city_id;
  end if;
  if p_bounds is not null then
    if internal.is_area(p_bounds) then
      wish.bounds := p_bounds;
      wish.center := coalesce(wish.center, internal.spot((p_bounds[2] + p_bounds[4]) / 2, (p_bounds[1] + p_bounds[3]) / 2));
      -- A circle that holds all of it, for the index of places; one of half the globe would help nobody.
      reach := 12742 * asin(least(1, greatest(
        wish.center operator(extensions.<->) internal.spot(p_bounds[2], p_bounds[1]),
        wish.center operator(extensions.<->) internal.spot(p_bounds[4], p_bounds[1]),
        wish.center operator(extensions.<->) internal.spot(p_bounds[2], p_bounds[3]),
        wish.center operator(extensions.<->) internal.spot(p_bounds[4], p_bounds[3])) / 12742)) * 1.01;
      if wish.radius_km is null and reach < 2000 then wish.radius_km := reach; end if;
    else
      wish.category := null;
    end if;
  end if;
  wish.min_price_cents := p_min_price_cents;
  wish.max_price_cents := p_max_price_cents;
  -- More than five stars nobody has; a type of fewer digits holds it.
  wish.min_rating := case when p_min_rating is not null then least(greatest(p_min_rating, 0), 6) end;
  wish.languages := nullif(p_languages, '{}');
  wish.attributes := nullif(p_attributes, '{}');
  if wish.languages is not null then
    wish.attributes := coalesce(wish.attributes, '{}') || array(select 'language:' || spoken from unnest(p_languages) spoken);
  end if;
  wish.open_now := coalesce(p_open_now, false);
  return wish;
end $$;

-- Where the locations are that match all but the time: tables and conditions of a statement, put together from fixed parts, since one plan
-- can't serve all wishes. What matters of p_wish is which parts are null; values travel as the parameters of internal.candidates_….
create function internal.matching(p_wish internal.search_wish, out source text, out conditions text)
language plpgsql stable set search_path = '' as $$
begin
  source := 'internal.listings listing';
  conditions := 'listing.category = $1';
  if p_wish.words is not null then
    if p_wish.category <> 0 then
      source := 'internal.listings every join internal.listings listing on listing.number = every.number';
      conditions := conditions || ' and every.category = 0 and every.document @@ $3';
    else
      conditions := conditions || ' and listing.document @@ $3';
    end if;
  end if;
  if p_wish.radius_km is not null and p_wish.center is not null then
    conditions := conditions || ' and listing.spot operator(extensions.<@) extensions.cube_enlarge($2, $4, 3) and listing.spot operator(extensions.<->) $2 <= $4';
  end if;
  if p_wish.bounds is not null then
    conditions := conditions || ' and listing.latitude between $17[2] and $17[4] and listing.longitude between $17[1] and $17[3]';
  end if;
  if p_wish.city is not null then conditions := conditions || ' and listing.city_id = $5'; end if;
  if p_wish.max_price_cents is not null then conditions := conditions || ' and listing.price_cents <= $6'; end if;
  if p_wish.min_price_cents is not null then
    conditions := conditions || ' and exists (select from internal.listing_services service where service.number = listing.number
      and ($1 = 0 or $1 in (service.category, service.parent)) and service.price_cents between $7 and coalesce($6, 2147483647))';
  end if;
  if p_wish.min_rating is not null then conditions := conditions || ' and listing.rating_average >= $8'; end if;
  if p_wish.attributes is not null then conditions := conditions || ' and listing.attributes @> $9'; end if;
  if p_wish.open_now then
    conditions := conditions || ' and exists (select from internal.free_days row
      where row.location_id = listing.location_id and row.work @> floor(date_part(''epoch'', $10) / 60)::integer
        and row.day between ($10 at time zone ''UTC'')::date - 1 and ($10 at time zone ''UTC'')::date + 1)';
  end if;
end $$;

-- The statement of internal.search_candidates for what is asked.
create function internal.candidates_statement(p_wish internal.search_wish, p_sort text, p_after boolean, p_seen boolean) returns text
language plpgsql stable set search_path = '' as $$
declare
  chord constant text := 'listing.spot operator(extensions.<->) $2';
  -- Kilometres along the sphere. Written out, a call for each row would cost more than the row; a hair more than the diameter, since
  -- rounding must not lead asin beyond 1.
  arc constant text := '12742 * asin((' || chord || ') / 12742.000001)';
  source text;
  conditions text;
  sorted_by text;
  "key" text;
  bound text := 'null::integer';
begin
  select * into source, conditions from internal.matching(p_wish);
  if p_seen then conditions := conditions || ' and listing.number <> all($11)'; end if;

  "key" := case
    when p_sort in ('distance', 'next') and p_wish.center is not null then chord
    when p_sort = 'price' then 'listing.price_cents::float8'
    when p_sort = 'relevance' and (p_wish.center is not null or p_wish.words is not null) then concat_ws(' ',
      (select '-' || weight || ' * (listing.rating - 1) / 4' from public.ranking_weights where context = 'search' and component = 'rating'),
      (select '-' || weight || ' / (1 + coalesce(' || arc || ', 20000) / 5)' from public.ranking_weights
        where context = 'search' and component = 'distance' and p_wish.center is not null),
      (select '-' || weight || ' * 2 * ts_rank(' || case when p_wish.category = 0 then 'listing' else 'every' end || '.document, $3, 32)'
        from public.ranking_weights where context = 'search' and component = 'text' and p_wish.words is not null))
    else '-listing.rating' end;
  sorted_by := case
    when p_sort = 'price' then 'listing.price_cents, listing.number'
    when "key" = '-listing.rating' then 'listing.rating desc, listing.number'
    else '"key", listing.number' end;
  if p_after then
    conditions := conditions || format(' and (%1$s > $12 or %1$s = $12 and listing.number > $13)', "key");
  end if;
  if p_sort = 'next' then
    bound := '(select min(greatest(day.low, day.midnight + listing.opens[day.weekday] - day.slack, $16 + listing.notice_minutes)) + listing.unit - 1
      from unnest($14) as day
      where day.zone = listing.zone and day.high > $16 + listing.notice_minutes
        and greatest(day.low, $16 + listing.notice_minutes) < day.midnight + listing.closes[day.weekday] + day.slack
        and day.day <= day.today + listing.horizon_days)';
    bound := 'case when listing.zone = ''Europe/Berlin'' then ' || bound || ' / listing.unit * listing.unit else 0 end';
  end if;
  return format($statement$
    select array_agg((found.place, found.number, found.location_id, found.zone, found.grid_minutes, found.notice_minutes,
      found.horizon_days, found.services, found.distance_km, found."key", found.bound, null, null, null)::internal.search_hit order by %5$s)
    from (
      select row_number() over (order by %5$s) as place, %8$s as distance_km, found.* from (
        select listing.number, listing.location_id, listing.zone, listing.grid_minutes, listing.notice_minutes, listing.horizon_days,
          listing.services, %4$s, %1$s as "key", %6$s as bound
        from %2$s where %3$s order by %7$s limit $15) found
    ) found $statement$,
    "key", source, conditions, case when "key" = chord then '0' else chord end || ' as chord', case when p_sort = 'next' then 'found.bound, found."key", found.number' else 'found."key", found.number' end,
    bound, sorted_by, '12742 * asin(found.' || case when "key" = chord then '"key"' else 'chord' end || ' / 12742.000001)');
end $$;

-- What is asked most often has functions of its own, whose statement is planned once per connection and not with every call.
-- Their parameters are those of the statement.
do $$
declare
  near constant internal.search_wish := row(0, null, null, '(0,0,0)'::extensions.cube, 1, null, null, null, null, null, null, false, null);
  town constant internal.search_wish := row(0, null, null, '(0,0,0)'::extensions.cube, null, 1, null, null, null, null, null, false, null);
  wish internal.search_wish;
  name text;
  seen boolean;
begin
  for name, seen in values ('next_near', false), ('next_near_seen', true), ('next_town', false), ('next_town_seen', true) loop
    wish := case when name like '%near%' then near else town end;
    execute format('create function internal.candidates_%s(smallint, extensions.cube, tsquery, float8, integer, integer, integer, real, text[],
      timestamptz, integer[], float8, integer, internal.search_day[], integer, integer) returns internal.search_hit[]
      language plpgsql stable set search_path = %L as $f$ begin return (%s); end $f$',
      name, '', internal.candidates_statement(wish, 'next', false, seen));
    execute format('revoke execute on function internal.candidates_%s from public', name);
  end loop;
end $$;

-- Which of them serves, null if none.
create function internal.candidates_shape(p_wish internal.search_wish, p_sort text, p_after boolean, p_seen boolean) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_sort = 'next' and not p_after and not p_wish.open_now and p_wish.center is not null
      and (p_wish.radius_km is null) <> (p_wish.city is null)
      and num_nonnulls(p_wish.words, p_wish.max_price_cents, p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_wish.bounds) = 0
    then 'next' || case when p_wish.city is null then '_near' else '_town' end || case when p_seen then '_seen' else '' end end;
end $$;

-- Locations that match all but the time, in order, at most p_limit, after a key and number, without those seen.
-- p_sort: next, distance, rating, price, relevance. For `next`, p_days is the window: `bound` is then the first minute at which a start
-- is imaginable, null when none is, and hits are ordered by it, nearer ones (without a place: better rated ones) first among equals.
create function internal.search_candidates(
  p_wish internal.search_wish, p_sort text, p_limit integer, p_days internal.search_day[], p_at timestamptz,
  p_after_key float8 default null, p_after_number integer default null, p_seen integer[] default null)
returns internal.search_hit[]
language plpgsql stable set search_path = '' as $$
declare
  reach constant float8 := internal.chord(p_wish.radius_km);
  shape constant text := internal.candidates_shape(p_wish, p_sort, p_after_number is not null, p_seen is not null);
  present constant integer := ceil(date_part('epoch', p_at) / 60);
  hits internal.search_hit[];
begin
  if p_wish.category is null then return '{}'; end if;
  if shape = 'next_near' then
    hits := internal.candidates_next_near(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  elsif shape = 'next_near_seen' then
    hits := internal.candidates_next_near_seen(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  elsif shape = 'next_town' then
    hits := internal.candidates_next_town(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  elsif shape = 'next_town_seen' then
    hits := internal.candidates_next_town_seen(p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present);
  else
    execute internal.candidates_statement(p_wish, p_sort, p_after_number is not null, p_seen is not null) into hits
    using p_wish.category, p_wish.center, p_wish.words, reach, p_wish.city, p_wish.max_price_cents,
      p_wish.min_price_cents, p_wish.min_rating, p_wish.attributes, p_at, p_seen, p_after_key, p_after_number, p_days, p_limit, present,
      p_wish.bounds;
  end if;
  return coalesce(hits, '{}');
end $$;

revoke execute on function internal.meant_by, internal.is_area, internal.read_wish, internal.matching, internal.candidates_statement, internal.candidates_shape,
  internal.search_candidates from public;

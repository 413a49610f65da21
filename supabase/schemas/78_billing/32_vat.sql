-- The arithmetic of VAT. What validators and tax offices accept: VAT is computed once for each rate from the sum of its lines, never line by line.

-- Sums for each rate. p_lines: [{cents, vat_category, vat_percent}], net, or with VAT when p_gross says so. Answers {net: of each line in their order, in cents,
-- vat: [{category, percent, net_cents, vat_cents}], net_cents, vat_cents, gross_cents}. From gross prices the net of a rate is spread over its lines by the
-- largest remainder, so that lines, sums and what was agreed fit to the cent.
create function internal.with_vat(p_lines jsonb, p_gross boolean default false) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    with line as (
      select one.turn, (one.said ->> 'cents')::bigint as cents, one.said ->> 'vat_category' as category, (one.said ->> 'vat_percent')::integer as percent
      from jsonb_array_elements(p_lines) with ordinality one (said, turn)
    ), rate as (
      select sums.*, sums.cents - sums.vat * p_gross::integer as net from (
        select line.category, line.percent, sum(line.cents) as cents,
          round(sum(line.cents) * line.percent / (100.0 + case when p_gross then line.percent else 0 end)) as vat
        from line group by 1, 2) sums
    ), part as (
      select line.*, rate.net, case when p_gross then floor(line.cents * 100.0 / (100 + line.percent)) else line.cents end as least,
        case when p_gross then line.cents * 100.0 / (100 + line.percent) - floor(line.cents * 100.0 / (100 + line.percent)) else 0 end as rest
      from line join rate on rate.category = line.category and rate.percent = line.percent
    ), placed as (
      select part.*, part.net - sum(part.least) over (partition by part.category, part.percent) as missing,
        row_number() over (partition by part.category, part.percent order by part.rest desc, part.turn) as place from part
    )
    select jsonb_build_object(
      'net', (select jsonb_agg((placed.least + (placed.place <= placed.missing)::integer)::integer order by placed.turn) from placed),
      'vat', (select jsonb_agg(jsonb_build_object('category', rate.category, 'percent', rate.percent, 'net_cents', rate.net::integer, 'vat_cents', rate.vat::integer)
        order by rate.percent desc, rate.category) from rate),
      'net_cents', (select sum(rate.net)::integer from rate), 'vat_cents', (select sum(rate.vat)::integer from rate),
      'gross_cents', (select sum(rate.net + rate.vat)::integer from rate)));
end $$;

-- How an invoice is taxed, by who sells and who buys. The VAT id of another state is not enough: whoever has their place here pays the VAT of this country.
create function internal.invoice_kind_of(p_seller jsonb, p_buyer jsonb) returns public.invoice_kind
language plpgsql immutable set search_path = '' as $$
begin
  return case when coalesce((p_seller ->> 'small_business')::boolean, false) then 'small_business'
    when p_seller ->> 'vat_id' <> '' and coalesce(p_buyer ->> 'country', 'DE') <> 'DE' and left(coalesce(p_buyer ->> 'vat_id', ''), 2) = any('{AT,BE,BG,CY,CZ,DK,EE,EL,ES,FI,FR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK}')
      then 'reverse_charge' else 'standard' end;
end $$;

revoke execute on function internal.with_vat, internal.invoice_kind_of from public;

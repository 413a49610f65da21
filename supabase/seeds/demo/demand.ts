import type { TransactionSql } from 'postgres'

/**
 * What visitors have searched for on two of the last days, in every city and category of the demo: most after work and on Saturdays,
 * when little is free. The same for every start on the same day.
 */
export async function addDemand(sql: TransactionSql, now: Date): Promise<void> {
	await sql`insert into internal.search_demand (day, category, city_id, weekday, hour, searched, found)
		select past.day, place.category, place.city_id, weekday, hour, wish.searched, least(wish.searched, wish.searched * wish.free / 10)
		from (select distinct city_id, category from internal.listings) place
		cross join unnest(array[5, 45]) ago cross join lateral (select ${now}::timestamptz::date - ago as day) past
		cross join generate_series(1, 6) weekday cross join generate_series(9, 18) hour
		cross join lateral (select
			4 + (hashint4(place.city_id * 31 + place.category * 7 + weekday * 100 + hour) & 1) + case when hour >= 16 or weekday = 6 then 12 else 0 end as searched,
			case when hour >= 17 or (weekday = 6 and hour >= 10) then 3 else 9 end as free) wish
		on conflict do nothing`
}

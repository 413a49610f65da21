import { createHash } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { MIA } from './cast.ts'

/** What is asked for: by whom ('mia' has the account), in which category near which city, when and for how much. */
const ORDERS = [
	{
		...{
			who: 'mia',
			category: 'friseur',
			city: 'berlin',
			title: 'Hochsteckfrisur',
			persons: 1,
			budget: 9000,
			hours: 2,
		},
		...{
			text: 'Feier am Samstag, ich müsste um 12 Uhr fertig sein.',
			radius: 10,
			weekdays: [5, 6],
			from: 480,
			to: 1260,
		},
	},
	{
		...{ who: 'guest', category: 'friseur', city: 'berlin', title: 'Balayage', persons: 1, budget: 18000, hours: 9 },
		...{ text: 'Haare reichen bis über die Schulter.', radius: 25, weekdays: [1, 2, 3, 4, 5], from: 1020, to: 1260 },
	},
	{
		...{
			who: 'guest',
			category: 'massage',
			city: 'berlin',
			title: 'Massage zu zweit',
			persons: 2,
			budget: null,
			hours: 27,
		},
		...{ text: 'Gern am Nachmittag.', radius: 10, weekdays: [1, 2, 3, 4, 5, 6, 7], from: 720, to: 1260 },
	},
	{
		...{
			who: 'guest',
			category: 'friseur',
			city: 'koeln',
			title: 'Kinderhaarschnitt',
			persons: 2,
			budget: 5000,
			hours: 50,
		},
		...{ text: 'Zwei Kinder, 5 und 8 Jahre alt.', radius: 5, weekdays: [6], from: 480, to: 1020 },
	},
]

/** The same id for the same words, in the form of random ones. */
export function orderId(words: string): string {
	const hash = createHash('md5').update(words).digest('hex')
	return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** Open search orders, the first of them Mia's. The same for every start on the same day; windows are the next two weeks. */
export async function addOrders(sql: TransactionSql, now: Date): Promise<void> {
	for (const [number, one] of ORDERS.entries()) {
		const own = one.who === 'mia'
		const contact = own ? MIA : { name: 'Kim Beispiel', email: `kim${number}@example.org` }
		await sql`insert into public.search_orders (id, state, user_id, contact_name, contact_email, contact_hash, category_id, title, text, persons,
				place_label, latitude, longitude, city_id, radius_km, windows, wanted, area, budget_cents, created_at, submitted_at, confirmed_at, expires_at)
			select ${orderId(`demo order ${number}`)}::uuid, 'open', ${own ? MIA.userId : null}, ${contact.name}, ${contact.email},
				sha256(convert_to(internal.mailbox(${contact.email}), 'UTF8')), category.id, ${one.title}, ${one.text}, ${one.persons},
				city.name, city.latitude, city.longitude, city.id, ${one.radius}, win.windows, internal.wanted_minutes(win.windows, ${now}),
				extensions.cube_enlarge(internal.spot(city.latitude, city.longitude), internal.chord(${one.radius}), 3), ${one.budget},
				made.at, made.at, made.at, to_timestamp(upper(internal.wanted_minutes(win.windows, ${now}))::float8 * 60)
			from public.categories category cross join public.cities city
			cross join lateral (select ${now}::timestamptz - make_interval(hours => ${one.hours}) as at) made
			cross join lateral (select (${now}::timestamptz at time zone 'Europe/Berlin')::date as today) present
			cross join lateral (select jsonb_build_array(jsonb_build_object('first', present.today + 1, 'last', present.today + 14,
				'weekdays', ${one.weekdays}::integer[], 'from', ${one.from}::integer, 'to', ${one.to}::integer)) as windows) win
			where category.slug = ${one.category} and city.slug = ${one.city}
			on conflict (id) do nothing`
	}
}

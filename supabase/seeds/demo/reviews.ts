import type { Booking } from './bookings.ts'
import { endOf } from './calendar.ts'
import { isoOf } from './clock.ts'
import type { BusinessPlan } from './plan.ts'
import type { Random } from './random.ts'
import { addRows, type Rows } from './rows.ts'
import { words } from './words.ts'

const THANKS = [
	'Vielen Dank für Ihre Bewertung. Wir freuen uns auf Ihren nächsten Besuch.',
	'Das freut das ganze Team, danke schön.',
	'Danke für das Vertrauen und bis bald.',
]
const SORRY = [
	'Es tut uns leid, dass es bei uns nicht so gelaufen ist, wie Sie es erwarten durften. Bitte melden Sie sich, wir finden eine Lösung.',
	'Danke für die offenen Worte. Wir haben das im Team besprochen und den Ablauf geändert.',
	'Das entspricht nicht unserem Anspruch. Wir haben Ihnen eine Nachricht geschrieben.',
]

/** Trades that must keep secret what they do for whom, at least in part (see categories.json). */
const SECRET = ['physiotherapie', 'gesundheit', 'beratung']

/** Texts that mention something that not every visit of the group has, and the services that have it. */
const ABOUT: [text: RegExp, names: RegExp][] = [
	[/Balayage|Strähnen|Blondierung|Farbe/, /Farb|farbe|Balayage|Sträh|Color|Shellac|Gel/],
	[/Fade/, /Fade/],
	[/Bart|Rasur/, /Bart|rasur/],
	[/Sohn hat/, /Kinder/],
	[/Hochsteck/, /Hochsteck/],
	[/Gelnägel|Nagel|Lack|Shellac/, /Gel|Maniküre|Shellac/],
	[/Wimpern/, /Wimper|Neuset/],
	[/Brauen/, /Braue|Brow/],
	[/Waxing/, /Beine|Achseln|Brazilian/],
	[/Ausreinigung|Haut war|Pflege zu Hause/, /reinigung|Gesicht/],
	[/Braut-Make/, /Make-up/],
	[/Massage|Nacken|Druck|fast eingeschlafen|Kräftig/, /assage|Rücken/],
	[/Hot Stone/, /Hot Stone/],
	[/Floating/, /Floating/],
	[/Sauna/, /Sauna/],
	[/Sportmassage/, /Sportmassage/],
	[/zu zweit/, /Paar|zwei/],
	[/Helix|Piercing/, /Helix/],
	[/Linien|Tattoo|Entwurf|Schattierung|Fineline|Schriftzug|Motiv/, /Tattoo|Fineline|Sitzung/],
	[/Yoga/, /Yoga/],
	[/EMS/, /EMS/],
	[/Hochzeitstanz/, /Hochzeitstanz/],
	[/Seepferdchen/, /Seepferdchen/],
	[/Laufanalyse/, /Laufanalyse/],
	[/Katze/, /Katze/],
	[/Hundeschule|Welpen/, /Welpengruppe/],
	[/E-Bike|Schaltung|Rad |Platten/, /Inspektion klein|Schlauch|Schaltung/],
	[/Räder|HU |Innenreinigung/, /Räder|HU |Innen/],
	[/Fünf auf|Stochastik|Klassenarbeit/, /Einzelstunde/],
	[/Klavier/, /Klavier/],
	[/Gesang/, /Gesang/],
	[/B1/, /B1/],
	[/Smartphone/, /Smartphone/],
	[/Passbild/, /Passbild/],
	[/Bewerbungsfoto/, /Bewerbungsfoto/],
	[/Hochzeitsfotos/, /Standesamt|Hochzeit/],
	[/Newborn/, /Newborn/],
	[/Produktfotos/, /Produktfotos/],
	[/Kindern|Kinder/, /Kinder|Familie/],
	[/Anwalt|Kanzlei/, /Erstberatung Verbraucher/],
	[/Coaching|gekündigt/, /Coaching/],
	[/Sanierung/, /Energie/],
	[/Steuer/, /Steuer/],
	[/Bewerbung über/, /Bewerbung/],
]

/** Adds reviews of completed visits, few of them bad; the average is between 3.6 and 5. */
export function addReviews(rows: Rows, plan: BusinessPlan, bookings: Booking[], present: number, random: Random): void {
	const authors = new Set<string>()
	const reviewed = random
		.shuffled(bookings.filter(({ state, visit }) => state === 'completed' && endOf(visit) < present - 600))
		.filter(({ customer }) => customer.userId === null && !authors.has(customer.id) && authors.add(customer.id))
		.slice(0, plan.reviews)
	const ratings = ratingsOf(reviewed.length, plan.quality, random)
	const texts = textsFor(plan, random)
	addRows(
		rows,
		'public.reviews',
		reviewed.map(({ id, customer, visit }, index) => {
			const rating = ratings[index] ?? 5
			const names = visit.lines.map(({ service }) => service.name)
			const people = new Set(visit.lines.map(({ employeeId }) => employeeId))
			const fitting = random.chance(0.88)
				? texts.findIndex(([stars, text]) => stars === rating && fits(text, names.join('\n')))
				: -1
			const text = fitting < 0 ? '' : (texts.splice(fitting, 1)[0]?.[1] ?? '')
			const written = Math.min(endOf(visit) + random.between(180, 6000), present - random.between(5, 500))
			return {
				id: random.uuid(),
				location_id: plan.locationId,
				appointment_id: id,
				author: customer.shortName,
				rating,
				text,
				reply: replyTo(rating, random),
				created_at: isoOf(written),
				services: SECRET.includes(plan.parent) ? '' : names.join(', '),
				employee_id: people.size === 1 ? [...people][0] : null,
			}
		}),
	)
}

function ratingsOf(count: number, quality: number, random: Random): number[] {
	const bad = (5 - quality) / 2
	const ratings = Array.from({ length: count }, () =>
		random.weighted(
			[5, 4, 3, 2, 1],
			(stars) => [bad * 0.07, bad * 0.1, bad * 0.25, bad * 0.85, 1 - bad * 0.9][stars - 1] ?? 0,
		),
	)
	const average = (): number => ratings.reduce((total, rating) => total + rating, 0) / Math.max(1, ratings.length)
	while (ratings.length > 0 && average() < 3.6) ratings[ratings.indexOf(Math.min(...ratings))] = 4
	return ratings
}

function textsFor(plan: BusinessPlan, random: Random): [rating: number, text: string][] {
	const group = words.reviews[words.categories[plan.parent]?.reviewGroup ?? ''] ?? []
	const general = words.reviews.allgemein ?? []
	return [...random.shuffled(group), ...random.shuffled(general)]
}

const fits = (text: string, services: string): boolean =>
	ABOUT.every(([about, names]) => !about.test(text) || names.test(services))

function replyTo(rating: number, random: Random): string {
	if (rating <= 3) return random.chance(0.5) ? random.pick(SORRY) : ''
	return random.chance(0.1) ? random.pick(THANKS) : ''
}

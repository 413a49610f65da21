import { usualWeek, shiftsOf, type WeekName } from './hours.ts'
import type { Account, BusinessPlan, EmployeePlan } from './plan.ts'
import type { Place, Places } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { type Category, categoriesOf, servicesOf, SPECIAL_TITLES } from './services.ts'
import { fullName, type Gender, madePerson, type Person, slugOf, titlesFor, words } from './words.ts'

/** Number of businesses in each of the five largest cities, which have more than the others. */
const SIZES = [35, 26, 23, 21, 18]

/** Parent categories that occur more than once in a city. */
export const POPULAR: [parent: string, weight: number][] = [
	['friseur', 12],
	['kosmetik', 7],
	['barbershop', 3],
	['massage', 3],
	['nagelstudio', 3],
	['augenbrauen-wimpern', 2],
	['physiotherapie', 2],
	['fitness', 2],
	['tierpflege', 1],
	['haarentfernung', 1],
	['fahrradwerkstatt', 1],
	['tattoo-piercing', 1],
]

/** Numbers that the Bundesnetzagentur reserves for films and examples. */
const PHONES: Record<string, string> = {
	berlin: '030 23125',
	hamburg: '040 66969',
	muenchen: '089 99998',
	koeln: '0221 4710',
	'frankfurt-am-main': '069 90009',
}

/** An unassigned telephone number; outside the largest cities a mobile one. */
export function phoneIn(city: string, random: Random): string {
	const prefix = PHONES[city]
	return prefix ? `${prefix} ${digits(random, 3)}` : mobilePhone(random)
}

/** An unassigned mobile number. */
export const mobilePhone = (random: Random): string => `0171 39200${digits(random, 2)}`

/** An unassigned number, of each person of a city another one: up to the thousandth where landline numbers are reserved, else "" for some. 42 is Mia's. */
export function personPhone(city: string, person: number): string {
	if (person < 100 && person !== 42) return `0171 39200${String(person).padStart(2, '0')}`
	const landline = PHONES[city]
	if (landline) return `${landline} ${String(person % 1000).padStart(3, '0')}`
	return person >= 100 && person < 200 ? `0176 040690${String(person - 100).padStart(2, '0')}` : ''
}

const digits = (random: Random, count: number): string =>
	String(random.between(0, 10 ** count - 1)).padStart(count, '0')

/** About 300 made-up businesses in the demo cities, each with its own random numbers. `taken`: slugs of the named cast. */
export function madeBusinesses(
	seed: string,
	categories: Category[],
	places: Places,
	taken: Iterable<string>,
): BusinessPlan[] {
	const slugs = new Set(taken)
	const parents = Object.keys(words.categories)
	return words.demoCities.flatMap((city, number) => {
		const random = createRandom(`${seed} ${city}`)
		const size = SIZES[number] ?? 11 + (number % 3)
		const rest = parents.filter((slug) => slug !== 'friseur' && slug !== 'kosmetik')
		// Each city begins at a different place in the list, so that rare trades are spread over the country.
		const turned = rest.map((_, index) => rest[(index + number * 5) % rest.length] as string)
		const wanted = ['friseur', 'kosmetik', 'friseur', ...turned]
		while (wanted.length < size) wanted.push(random.weighted(POPULAR, ([, weight]) => weight)[0])
		return wanted.slice(0, size).map((parent, index) =>
			madeBusiness(createRandom(`${seed} ${city} ${index}`), {
				parent,
				spot: (random) => places.spot(city, random),
				categories,
				slug: (wanted) => (slugs.has(wanted) ? undefined : slugs.add(wanted) && wanted),
			}),
		)
	})
}

export type BusinessWish = {
	/** Slug of the parent category. */
	parent: string
	spot: (random: Random) => Place
	categories: Category[]
	/** Returns the slug to use for the wanted one; undefined asks for another name. */
	slug: (wanted: string) => string | undefined
	/** Number of employees; random if left out. */
	employees?: number
	services?: number
}

/** A made-up business with one location, before its calendar is filled. */
export function madeBusiness(random: Random, wish: BusinessWish): BusinessPlan {
	const { parent, categories } = wish
	const place = wish.spot(random)
	const city = place.city.slug
	const texts = words.categories[parent]
	if (!texts) throw new Error(`no words for ${parent}`)
	const genders = (['f', 'm'] as const).filter((gender) => titlesFor(texts.jobTitles, gender).length > 0)
	let owner = madePerson(random, random.pick(genders))
	const street = random.pick(words.streets)
	let name = ''
	let slug: string | undefined
	for (let attempt = 0; slug === undefined; attempt++) {
		if (attempt > 0) owner = madePerson(random, owner.gender)
		name = nameOf(random.pick(texts.businessNames), owner, place.district, place.city.name, street, random)
		slug = wish.slug(slugOf(name.includes(place.city.name) ? name : `${name} ${place.city.name}`))
	}
	const own = categoriesOf(parent, name, categories, random, wish.services)
	const count = wish.employees ?? random.weighted([1, 2, 3, 4, 5, 6], (size) => [30, 28, 20, 12, 6, 4][size - 1] ?? 0)
	const titles = SPECIAL_TITLES[own[0]?.slug ?? '']
	const titleOf = (gender: Gender): string => random.pick(titles?.[gender] ?? titlesFor(texts.jobTitles, gender))
	const employees = madeEmployees(random, owner, genders, titleOf, usualWeek(parent, random), count)
	const domain = `${slug.slice(0, 50).replace(/-$/, '')}.example`
	const isNew = random.chance(0.08)
	const gmbh = random.chance(0.18)
	return {
		companyId: random.uuid(),
		locationId: random.uuid(),
		slug,
		name,
		parent,
		place,
		street: `${street} ${random.between(1, 140)}${random.chance(0.15) ? 'a' : ''}`,
		phone: phoneIn(city, random),
		email: `hallo@${domain}`,
		description: descriptionOf(texts.about, place.district, place.city.name, random),
		attributes: attributesOf(random),
		legal: {
			name: gmbh ? `${name} GmbH` : `${fullName(owner)} – ${name}`,
			representative: fullName(owner),
			register: gmbh ? `Amtsgericht ${place.city.name}, HRB ${random.between(10_000, 199_999)}` : '',
			vatId: gmbh ? `DE${random.between(100_000_000, 399_999_999)}` : '',
			smallBusiness: !gmbh && count === 1 && random.chance(0.4),
		},
		accounts: [ownerAccount(random, owner, domain)],
		employees,
		services: servicesOf(own, employees, random, wish.services),
		state: 'published',
		policy: {
			grid: random.weighted([15, 30, 10], (grid) => (grid === 15 ? 8 : 1)),
			notice: random.pick([0, 30, 60, 60, 120, 240, 720]),
			horizon: random.pick([30, 60, 60, 90, 120]),
			cancellation: random.pick([12, 24, 24, 24, 48]),
			byHand: random.chance(0.06),
		},
		fill: 0.2 + random.next() * 0.62,
		steady: false,
		rush: false,
		customers: isNew ? 14 : random.between(30, 48),
		reviews: isNew ? 0 : Math.round(random.next() * random.next() * 28 + random.between(1, 12)),
		quality: random.weighted([3.8, 4.1, 4.4, 4.6, 4.8], (stars) => (stars > 4.3 ? 3 : 1)) + random.next() * 0.12,
		ageDays: isNew ? random.between(5, 40) : random.between(80, 900),
	}
}

function madeEmployees(
	random: Random,
	owner: Person,
	genders: readonly Gender[],
	titleOf: (gender: Gender) => string,
	week: WeekName,
	count: number,
): EmployeePlan[] {
	return Array.from({ length: count }, (_, index) => {
		const person = index === 0 ? owner : madePerson(random, random.pick(genders))
		const title = index === 0 ? ownerTitle(() => titleOf(person.gender)) : titleOf(person.gender)
		return {
			id: random.uuid(),
			userId: null,
			name: fullName(person),
			title,
			shifts: shiftsOf(week, index, count, random),
			junior: index > 0 && (title.startsWith('Auszub') || random.chance(0.12)),
		}
	})
}

/** Apprentices and receptionists do not own a business. */
function ownerTitle(draw: () => string): string {
	const titles = Array.from({ length: 20 }, draw)
	return titles.find((title) => !/Auszub|management|Assistenz/.test(title)) ?? 'Inhaberin'
}

function ownerAccount(random: Random, owner: Person, domain: string): Account {
	return { userId: random.uuid(), email: `${slugOf(owner.first)}@${domain}`, name: fullName(owner), role: 'owner' }
}

function nameOf(
	template: string,
	owner: Person,
	district: string,
	city: string,
	street: string,
	random: Random,
): string {
	const values: Record<string, string> = { ...owner, district, city, street, place: random.pick(words.places) }
	const first =
		template.includes('Söhne') && owner.gender === 'f' ? random.pick(words.firstNames.de?.m ?? []) : owner.first
	return template.replace(/\{(\w+)\}/g, (_, key: string) => (key === 'first' ? first : (values[key] ?? '')))
}

function descriptionOf(about: string[], district: string, city: string, random: Random): string {
	const opening = random.pick([
		`Willkommen in ${district}.`,
		`Sie finden uns in ${city}-${district}, nur wenige Minuten von der nächsten Haltestelle.`,
		`Unser Haus liegt mitten in ${district}.`,
		`Seit ${random.between(2, 25)} Jahren sind wir in ${district} für Sie da.`,
	])
	return [opening, ...random.shuffled(about).slice(0, random.between(2, 3))].join(' ')
}

function attributesOf(random: Random): string[] {
	return [
		...(random.chance(0.85) ? ['payment:card'] : []),
		...(random.chance(0.9) ? ['payment:cash'] : []),
		...(random.chance(0.4) ? ['access:wheelchair'] : []),
		...(random.chance(0.5) ? ['language:en'] : []),
	]
}

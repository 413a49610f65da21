import { BIKE_WORKSHOP, DRAFT, NIGHT_BARBER, PAUSED, SALON_ANNA } from './cast.ts'
import { shiftsOf, type WeekName } from './hours.ts'
import type { BusinessPlan, EmployeePlan, ServicePlan, Shift } from './plan.ts'
import type { Places } from './places.ts'
import { createRandom, type Random } from './random.ts'
import { type Category, categoriesOf, servicesOf } from './services.ts'
import { slugOf } from './words.ts'

type Named = {
	companyId: string
	locationId: string
	name: string
	slug: string
	owner: { userId: string; email: string; name: string }
}

/** The businesses of the named cast; `cast.ts` has their ids and accounts. */
export function castBusinesses(seed: string, categories: Category[], places: Places): BusinessPlan[] {
	const random = (slug: string): Random => createRandom(`${seed} ${slug}`)
	return [
		salonAnna(random(SALON_ANNA.slug), categories, places),
		bikeWorkshop(random(BIKE_WORKSHOP.slug), categories, places),
		nightBarber(random(NIGHT_BARBER.slug), categories, places),
		paused(random(PAUSED.slug), categories, places),
		draft(random(DRAFT.slug), places),
	]
}

/** The common part of the cast; each business's own function adds what is special about it. */
function base(named: Named, place: BusinessPlan['place']): BusinessPlan {
	const { owner, name } = named
	return {
		companyId: named.companyId,
		locationId: named.locationId,
		name,
		slug: named.slug,
		parent: 'friseur',
		place,
		street: 'Lindenstraße 8',
		phone: '030 23125 001',
		email: `hallo@${owner.email.split('@')[1]}`,
		description: '',
		attributes: ['payment:card', 'payment:cash'],
		legal: {
			name: `${owner.name} – ${name}`,
			representative: owner.name,
			register: '',
			vatId: '',
			smallBusiness: false,
		},
		accounts: [{ ...owner, role: 'owner' }],
		employees: [],
		services: [],
		state: 'published',
		policy: { grid: 15, notice: 60, horizon: 60, cancellation: 24, byHand: false },
		fill: 0.5,
		steady: false,
		rush: false,
		customers: 40,
		reviews: 18,
		quality: 4.7,
		ageDays: 500,
	}
}

function salonAnna(random: Random, categories: Category[], places: Places): BusinessPlan {
	const { owner, manager, reception, jonas, elif, trainee } = SALON_ANNA
	const shifts = (free: number, late: number): Shift[] =>
		[2, 3, 4, 5, 6]
			.filter((weekday) => weekday !== free)
			.flatMap((weekday) =>
				weekday === 6
					? [{ weekday, starts: 9 * 60, ends: 15 * 60 }]
					: [
							{ weekday, starts: 9 * 60, ends: 13 * 60 },
							{ weekday, starts: 13 * 60 + 30, ends: (weekday === late ? 20 : 18) * 60 },
						],
			)
	const person = (id: string, userId: string | null, name: string, title: string, week: Shift[]): EmployeePlan => ({
		id,
		userId,
		name,
		title,
		shifts: week,
		junior: false,
	})
	const employees = [
		person(owner.employeeId, owner.userId, owner.name, 'Friseurmeisterin und Inhaberin', shifts(0, 4)),
		person(jonas.employeeId, jonas.userId, jonas.name, 'Friseur', shifts(3, 4)),
		person(elif.employeeId, elif.userId, elif.name, 'Coloristin', shifts(2, 5)),
		person(trainee.employeeId, null, trainee.name, 'Auszubildende', shifts(4, 0)),
	]
	return {
		...base(SALON_ANNA, places.spot('berlin', random, { district: 'Kreuzberg', postalCode: '10999' })),
		street: 'Lindenstraße 41',
		phone: '030 23125 010',
		description:
			'Unser Salon liegt in einer ruhigen Seitenstraße in Kreuzberg. Wir schneiden und färben seit zwölf Jahren im Viertel und nehmen uns vor jedem Termin ein paar Minuten für die Beratung. Für Farbe arbeiten wir mit milden Pflegeserien. Während die Farbe einwirkt, bekommen Sie Kaffee oder Tee. Der Salon ist stufenlos erreichbar.',
		attributes: ['payment:card', 'payment:cash', 'access:wheelchair', 'language:en'],
		accounts: [
			{ ...account(owner), role: 'owner' },
			{ ...account(manager), role: 'manager' },
			{ ...account(reception), role: 'reception' },
			{ ...account(jonas), role: 'staff' },
			{ ...account(elif), role: 'staff' },
		],
		employees,
		services: annaServices(random, categories, employees),
		policy: { grid: 15, notice: 60, horizon: 90, cancellation: 24, byHand: false },
		fill: 0.66,
		steady: true,
		rush: true,
		customers: 160,
		reviews: 40,
		quality: 4.8,
		ageDays: 820,
	}
}

const account = ({ userId, email, name }: { userId: string; email: string; name: string }) => ({ userId, email, name })

function annaServices(random: Random, categories: Category[], employees: EmployeePlan[]): ServicePlan[] {
	const [anna, jonas, elif, nora] = employees.map(({ id }) => id)
	const stylists = [anna, jonas, elif]
	const all = [...stylists, nora]
	const wanted: [
		category: string,
		template: string,
		id: string | null,
		by: (string | undefined)[],
		priceFrom?: boolean,
	][] = [
		['damenhaarschnitt', SALON_ANNA.cut.name, SALON_ANNA.cut.serviceId, stylists],
		['damenhaarschnitt', 'Waschen, Schneiden, Föhnen – langes Haar', null, stylists],
		['damenhaarschnitt', 'Pony schneiden', null, all],
		['herrenhaarschnitt', 'Waschen, Schneiden, Stylen', null, all],
		['herrenhaarschnitt', 'Maschinenschnitt', null, all],
		['kinderhaarschnitt', 'Kinderhaarschnitt bis 6 Jahre', null, all],
		['kinderhaarschnitt', 'Kinderhaarschnitt 7 bis 12 Jahre', null, all],
		['haare-faerben', SALON_ANNA.color.name, SALON_ANNA.color.serviceId, stylists, true],
		['haare-faerben', 'Intensivtönung', null, stylists],
		['haare-faerben', 'Farbberatung', null, stylists],
		['straehnen-und-balayage', SALON_ANNA.balayage.name, SALON_ANNA.balayage.serviceId, [elif], true],
		['straehnen-und-balayage', 'Foliensträhnen Oberkopf', null, [anna, elif], true],
		['hochsteckfrisur', 'Hochsteckfrisur', null, [anna, elif]],
		['hochsteckfrisur', 'Waschen und Föhnen', null, all],
	]
	return wanted.map(([slug, name, id, by, priceFrom = false]) => {
		const category = categories.find((candidate) => candidate.slug === slug)
		const template = category?.service_templates.find((candidate) => candidate.name === name)
		if (!category || !template) throw new Error(`no template ${name}`)
		const { minutes, priceCents, processing } = template
		return {
			id: id ?? random.uuid(),
			categoryId: category.id,
			name,
			description: processing ? `Darin sind ${processing.minutes} Minuten Einwirkzeit enthalten.` : '',
			minutes,
			bufferBefore: 0,
			bufferAfter: template.bufferAfterMinutes ?? 0,
			processing: processing ?? null,
			priceCents,
			priceFrom,
			byRequest: slug === 'straehnen-und-balayage' || name === 'Hochsteckfrisur',
			offers: by
				.filter((employeeId) => employeeId !== undefined)
				.map((employeeId) => ({
					employeeId,
					minutes: null,
					priceCents: employeeId === nora ? priceCents - 300 : null,
				})),
		}
	})
}

/** Adds a team and services from the templates of the category. */
function staffed(
	plan: BusinessPlan,
	random: Random,
	categories: Category[],
	week: WeekName,
	people: [name: string, title: string][],
): BusinessPlan {
	const employees = people.map(([name, title], index): EmployeePlan => ({
		id: random.uuid(),
		userId: index === 0 ? (plan.accounts[0]?.userId ?? null) : null,
		name,
		title,
		shifts: shiftsOf(week, index, people.length, random),
		junior: false,
	}))
	const own = categoriesOf(plan.parent, slugOf(plan.name), categories, random)
	return { ...plan, employees, services: servicesOf(own, employees, random) }
}

function bikeWorkshop(random: Random, categories: Category[], places: Places): BusinessPlan {
	const plan = base(BIKE_WORKSHOP, places.spot('berlin', random, { district: 'Neukölln', postalCode: '12043' }))
	plan.parent = 'fahrradwerkstatt'
	plan.street = 'Karlstraße 17'
	plan.phone = '030 23125 020'
	plan.description =
		'Kleine Werkstatt in Neukölln für Stadträder, Rennräder und E-Bikes. Sie fragen einen Termin an, wir sehen in den Werkstattplan und bestätigen meist innerhalb weniger Stunden. Die genannten Preise sind Arbeitspreise, Ersatzteile rechnen wir gesondert ab.'
	plan.policy = { grid: 30, notice: 240, horizon: 45, cancellation: 12, byHand: true }
	return staffed(plan, random, categories, 'workshop', [
		[BIKE_WORKSHOP.owner.name, 'Zweiradmechatroniker und Inhaber'],
		['Deniz Kaya', 'Zweiradmechatronikerin'],
	])
}

function nightBarber(random: Random, categories: Category[], places: Places): BusinessPlan {
	const plan = base(NIGHT_BARBER, places.spot('berlin', random, { district: 'Friedrichshain', postalCode: '10245' }))
	plan.parent = 'barbershop'
	plan.street = 'Hafenstraße 3'
	plan.phone = '030 23125 030'
	plan.description =
		'Wir öffnen, wenn andere schließen: mittwochs bis samstags von 18 bis 2 Uhr. Fade, Bart und Nassrasur, mit Termin und ohne Wartebank.'
	plan.attributes.push('language:en')
	return staffed(plan, random, categories, 'night', [
		[NIGHT_BARBER.owner.name, 'Friseurmeister und Inhaber'],
		['Bilal Haddad', 'Barbier'],
	])
}

function paused(random: Random, categories: Category[], places: Places): BusinessPlan {
	const plan = base(PAUSED, places.spot('koeln', random, { district: 'Ehrenfeld', postalCode: '50823' }))
	plan.parent = 'kosmetik'
	plan.street = 'Gartenstraße 22'
	plan.phone = '0221 4710 040'
	plan.description = 'Kosmetik in Ehrenfeld. Wir bauen um und nehmen bald wieder Termine an.'
	plan.state = 'paused'
	plan.fill = 0.2
	return staffed(plan, random, categories, 'beauty', [[PAUSED.owner.name, 'Kosmetikmeisterin und Inhaberin']])
}

function draft(random: Random, places: Places): BusinessPlan {
	const plan = base(DRAFT, places.spot('hamburg', random, { district: 'Ottensen', postalCode: '22765' }))
	return {
		...plan,
		parent: 'fotografie',
		street: 'Fischerstraße 5',
		phone: '040 66969 050',
		legal: { ...plan.legal, name: '', representative: '' },
		state: 'draft',
		customers: 0,
		reviews: 0,
		ageDays: 2,
	}
}

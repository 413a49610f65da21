import type { ReferenceData } from '../reference-rows.ts'
import type { EmployeePlan, ServicePlan } from './plan.ts'
import type { Random } from './random.ts'

export type Category = ReferenceData['categories'][number]

/** Names that reveal what a business does; such a business has only these categories. */
const SPECIAL: [name: RegExp, categories: string[]][] = [
	[/Podologie|Fußpraxis/, ['podologie']],
	[/Naturheil/, ['heilpraktiker', 'akupunktur', 'hypnose']],
	[/Gesundheitshaus|Therapiepraxis/, ['logopaedie', 'ergotherapie']],
	[/Praxisgemeinschaft|Gesundheitsraum/, ['ernaehrungsberatung', 'akupunktur', 'hypnose', 'heilpraktiker']],
	[/^Praxis .*(am|Kollegen)/, ['zahnreinigung']],
	[/Steuerberatung/, ['steuerberatung']],
	[/Kanzlei/, ['rechtsberatung']],
	[/Coaching|Klarheit|Büro/, ['karriere-coaching', 'life-coaching']],
	[/& Partner/, ['finanzberatung', 'existenzgruendung']],
	[/Beratung /, ['energieberatung', 'finanzberatung']],
	[/Yoga|Pilates|Beweglich/, ['yoga', 'pilates']],
	[/Training|Kraftraum|Körperwerk/, ['personal-training', 'ems-training', 'leistungsdiagnostik']],
	[/Nachhilfe|Lern/, ['mathe-nachhilfe', 'deutsch-nachhilfe', 'fremdsprachen', 'computerkurs']],
	[/Musik|Klavier|Tonleiter/, ['klavierunterricht', 'gitarrenunterricht', 'gesangsunterricht']],
	[/Sprachschule/, ['fremdsprachen', 'deutsch-als-fremdsprache']],
	[/Waxing/, ['waxing-beine', 'intim-waxing', 'waxing-oberkoerper', 'waxing-gesicht']],
	[/Sugaring|Zuckerwerk/, ['sugaring', 'waxing-gesicht', 'waxing-beine']],
	[/Laserraum/, ['laser-haarentfernung']],
	[
		/Hundesalon|Hundefriseur|Fellpflege|Pudel/,
		['hunde-baden-und-foehnen', 'hunde-scheren', 'trimmen', 'krallen-und-ohren'],
	],
	[/Float/, ['floating']],
	[/Salzraum/, ['salzgrotte', 'aromatherapie']],
	[/Saunahaus|Thermen|Badehaus/, ['private-spa', 'koerperpeeling', 'aromatherapie']],
	[/Reifen/, ['reifenwechsel', 'bremsen-auto', 'oelwechsel']],
	[/Lotus/, ['thai-massage']],
	[/Wimpern|Lash/, ['wimpernverlaengerung', 'wimpern-auffuellen', 'wimpernlifting']],
	[/Brauen|Browbar/, ['augenbrauen-zupfen', 'augenbrauen-faerben', 'browlifting']],
]

/** Titles that go with one of the special categories. */
export const SPECIAL_TITLES: Record<string, { f: string[]; m: string[] }> = {
	podologie: { f: ['Podologin'], m: ['Podologe'] },
	zahnreinigung: { f: ['Dentalhygienikerin', 'Prophylaxe-Assistentin'], m: ['Dentalhygieniker'] },
	heilpraktiker: { f: ['Heilpraktikerin'], m: ['Heilpraktiker'] },
	logopaedie: { f: ['Logopädin', 'Ergotherapeutin'], m: ['Logopäde', 'Ergotherapeut'] },
	ernaehrungsberatung: { f: ['Ernährungsberaterin', 'Heilpraktikerin'], m: ['Ernährungsberater', 'Heilpraktiker'] },
	steuerberatung: { f: ['Steuerberaterin'], m: ['Steuerberater'] },
	rechtsberatung: { f: ['Rechtsanwältin'], m: ['Rechtsanwalt'] },
	'karriere-coaching': { f: ['Coach'], m: ['Coach'] },
	finanzberatung: { f: ['Finanzberaterin'], m: ['Finanzberater'] },
	energieberatung: { f: ['Energieberaterin'], m: ['Energieberater'] },
	yoga: { f: ['Yogalehrerin', 'Pilatestrainerin'], m: ['Yogalehrer'] },
	'personal-training': {
		f: ['Personal Trainerin', 'Sportwissenschaftlerin'],
		m: ['Personal Trainer', 'Sportwissenschaftler'],
	},
	'mathe-nachhilfe': { f: ['Lehrerin', 'Nachhilfelehrerin'], m: ['Lehrer', 'Nachhilfelehrer'] },
	klavierunterricht: { f: ['Musikpädagogin', 'Pianistin'], m: ['Musikpädagoge', 'Gitarrist'] },
	fremdsprachen: { f: ['Sprachlehrerin'], m: ['Sprachlehrer'] },
}

/** Categories of which businesses of another category often offer something too. */
const NEIGHBOURS: Record<string, string[]> = {
	friseur: ['augenbrauen-wimpern', 'barbershop', 'kosmetik'],
	barbershop: ['friseur'],
	kosmetik: ['nagelstudio', 'augenbrauen-wimpern', 'haarentfernung', 'massage'],
	nagelstudio: ['augenbrauen-wimpern', 'kosmetik'],
	massage: ['wellness-spa'],
	'wellness-spa': ['massage', 'kosmetik'],
	'augenbrauen-wimpern': ['kosmetik', 'nagelstudio'],
	haarentfernung: ['kosmetik', 'augenbrauen-wimpern'],
	fitness: ['massage'],
}

/**
 * The categories of both levels for a business of this name, the main ones first. `services`: the number of templates
 * that the categories must have, as far as parent and neighbours have them.
 */
export function categoriesOf(parent: string, name: string, all: Category[], random: Random, services = 0): Category[] {
	const childrenOf = (slug: string): Category[] => {
		const id = all.find((category) => category.slug === slug)?.id
		return all.filter(({ parent_id }) => parent_id === id)
	}
	const children = childrenOf(parent)
	const special = SPECIAL.filter(([pattern]) => pattern.test(name)).flatMap(([, slugs]) =>
		children.filter(({ slug }) => slugs.includes(slug)),
	)
	const own = special.length > 0 ? special : [...children.slice(0, 2), ...random.shuffled(children.slice(2))]
	const neighbours = NEIGHBOURS[parent]
	const also = special.length === 0 && neighbours && random.chance(0.45) ? childrenOf(random.pick(neighbours)) : []
	const chosen = [...own.slice(0, random.between(3, 5)), ...random.shuffled(also).slice(0, random.between(1, 2))]
	const rest = services > 0 ? [...children, ...(neighbours ?? ['wellness-spa', 'beratung']).flatMap(childrenOf)] : []
	let templates = templatesIn(chosen)
	for (const category of rest) {
		if (templates >= services) break
		if (chosen.includes(category)) continue
		chosen.push(category)
		templates += category.service_templates.length
	}
	return chosen
}

const templatesIn = (categories: Category[]): number =>
	categories.reduce((sum, category) => sum + category.service_templates.length, 0)

/** 4 to 14 services from the templates, or as many as wanted, and who offers them. Prices depend on the level of the business. */
export function servicesOf(
	categories: Category[],
	employees: EmployeePlan[],
	random: Random,
	wanted?: number,
): ServicePlan[] {
	const level = 0.85 + random.next() * 0.45
	const most = wanted ?? random.between(5, 14)
	const perCategory = wanted ?? Math.max(2, Math.ceil(most / categories.length))
	return categories
		.flatMap((category) => category.service_templates.slice(0, perCategory).map((template) => ({ category, template })))
		.slice(0, most)
		.map(({ category, template }) => {
			const priceCents = priceOf(template.priceCents * level * (0.95 + random.next() * 0.1))
			return {
				id: random.uuid(),
				categoryId: category.id,
				name: template.name,
				description: describe(template.minutes, template.processing?.minutes),
				minutes: template.minutes,
				bufferBefore: 0,
				bufferAfter: template.bufferAfterMinutes ?? 0,
				processing: template.processing ?? null,
				priceCents,
				priceFrom: template.minutes >= 75 && random.chance(0.4),
				byRequest: false,
				offers: offersOf(employees, template.minutes, priceCents, template.processing !== undefined, random),
			}
		})
}

function offersOf(
	employees: EmployeePlan[],
	minutes: number,
	priceCents: number,
	fixed: boolean,
	random: Random,
): ServicePlan['offers'] {
	const offering = employees.filter(
		({ junior }, index) => index === 0 || (junior ? minutes <= 45 && random.chance(0.7) : random.chance(0.85)),
	)
	return offering.map(({ id, junior }) => ({
		employeeId: id,
		// A service with a processing gap has the same duration for everybody.
		minutes: junior && !fixed && minutes >= 20 && random.chance(0.3) ? minutes + 10 : null,
		priceCents: junior && priceCents > 1500 ? priceOf(priceCents * 0.8) : null,
	}))
}

/** Rounds small prices to half euros, larger ones to whole euros. */
function priceOf(cents: number): number {
	const step = cents < 2000 ? 50 : cents < 15_000 ? 100 : 500
	return Math.round(cents / step) * step
}

function describe(minutes: number, processing?: number): string {
	if (processing && minutes > 45) return `Darin sind etwa ${processing} Minuten Einwirkzeit enthalten.`
	return minutes >= 150 ? 'Bitte planen Sie genug Zeit ein; Getränke stehen bereit.' : ''
}

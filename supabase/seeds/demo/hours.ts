import type { Shift } from './plan.ts'
import type { Random } from './random.ts'

type Week = { days: number[]; times: [starts: number, ends: number][]; late?: number; saturday?: [number, number] }

const at = (hour: number, minute = 0): number => hour * 60 + minute

const WEEKS = {
	salon: { days: [2, 3, 4, 5], times: [[at(9), at(18)]], late: 4, saturday: [at(9), at(14)] },
	salonSix: {
		days: [1, 2, 3, 4, 5],
		times: [
			[at(9), at(13)],
			[at(13, 30), at(19)],
		],
		saturday: [at(9), at(16)],
	},
	barber: { days: [1, 2, 3, 4, 5], times: [[at(10), at(20)]], saturday: [at(10), at(19)] },
	studio: {
		days: [2, 3, 4, 5],
		times: [
			[at(11), at(15)],
			[at(15, 30), at(19)],
		],
		saturday: [at(11), at(18)],
	},
	beauty: {
		days: [1, 2, 3, 4, 5],
		times: [
			[at(9), at(12, 30)],
			[at(13), at(18)],
		],
		late: 4,
	},
	practice: {
		days: [1, 2, 3, 4, 5],
		times: [
			[at(8), at(12)],
			[at(13), at(18)],
		],
	},
	office: {
		days: [1, 2, 3, 4, 5],
		times: [
			[at(9), at(12, 30)],
			[at(13, 30), at(17)],
		],
		late: 2,
	},
	workshop: {
		days: [1, 2, 3, 4, 5],
		times: [
			[at(8), at(12)],
			[at(12, 30), at(17)],
		],
		saturday: [at(9), at(13)],
	},
	afternoon: { days: [1, 2, 3, 4, 5], times: [[at(13), at(20)]], saturday: [at(10), at(14)] },
	spa: { days: [1, 2, 3, 4, 5, 6, 7], times: [[at(10), at(22)]] },
	sport: {
		days: [1, 2, 3, 4, 5],
		times: [
			[at(7), at(12)],
			[at(15), at(21)],
		],
		saturday: [at(9), at(13)],
	},
	night: { days: [3, 4, 5, 6], times: [[at(18), at(26)]] },
} satisfies Record<string, Week>

export type WeekName = keyof typeof WEEKS

const USUAL: Record<string, WeekName[]> = {
	friseur: ['salon', 'salon', 'salonSix', 'salonSix', 'beauty'],
	barbershop: ['barber', 'barber', 'salonSix'],
	kosmetik: ['beauty', 'beauty', 'salon', 'studio'],
	nagelstudio: ['salonSix', 'barber', 'beauty'],
	massage: ['beauty', 'studio', 'spa'],
	'wellness-spa': ['spa'],
	physiotherapie: ['practice'],
	'tattoo-piercing': ['studio'],
	gesundheit: ['practice', 'office'],
	fitness: ['sport'],
	tierpflege: ['salon', 'office', 'workshop'],
	fahrradwerkstatt: ['workshop', 'studio'],
	autowerkstatt: ['workshop'],
	unterricht: ['afternoon'],
	fotografie: ['studio', 'office'],
	beratung: ['office'],
	'augenbrauen-wimpern': ['beauty', 'salonSix', 'studio'],
	haarentfernung: ['salonSix', 'barber', 'studio'],
}

/** The usual week of a business of this category. */
export function usualWeek(category: string, random: Random): WeekName {
	return random.pick(USUAL[category] ?? ['office'])
}

/**
 * The shifts of one of `count` employees. Somebody working alone has the whole week; in a team each has a free day, and
 * some begin later or end earlier than others.
 */
export function shiftsOf(name: WeekName, index: number, count: number, random: Random): Shift[] {
	const week: Week = WEEKS[name]
	const all = week.saturday ? [...week.days, 6] : week.days
	// A person who works six days or in a larger team has a day off.
	const free =
		count > 1 && (all.length > 5 || random.chance(0.5)) ? all[(index * 2 + random.between(0, 1)) % all.length] : 0
	const secondFree = week.days.length === 7 ? all[(index * 2 + 4) % all.length] : 0
	const shorter = count > 2 && random.chance(0.35) ? random.pick([1, -1, 2]) : 0
	return all
		.filter((day) => day !== free && day !== secondFree)
		.flatMap((weekday) => timesOn(week, weekday, shorter).map(([starts, ends]) => ({ weekday, starts, ends })))
		.filter(({ starts, ends }) => ends - starts >= 60)
}

/** `shorter` hours: a positive number begins later, a negative one ends earlier. */
function timesOn(week: Week, weekday: number, shorter: number): [number, number][] {
	if (weekday === 6 && week.saturday) return [week.saturday]
	const last = week.times.length - 1
	return week.times.map(([starts, ends], index) => [
		index === 0 ? starts + Math.max(0, shorter) * 60 : starts,
		index === last ? ends + (week.late === weekday ? 120 : 0) + Math.min(0, shorter) * 60 : ends,
	])
}

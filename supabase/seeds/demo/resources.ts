import type { Booking } from './bookings.ts'
import { SALON_ANNA } from './cast.ts'
import type { BusinessPlan, ServicePlan } from './plan.ts'
import { createRandom } from './random.ts'
import { addRows, occupancyRow, type Row, type Rows } from './rows.ts'

const ROOM = 'Massageraum'
const CHAIR = 'Farbplatz'
const ROOM_NAMES = ['Lavendel', 'Meer', 'Wald', 'Bambus', 'Kiesel', 'Sonne', 'Sand', 'Mond']

/** The resource that a service needs besides a person: a room where massages are given, a chair for colouring at Salon Anna. */
export function kindOf(plan: BusinessPlan, service: ServicePlan): string | null {
	if (plan.parent === 'massage') return ROOM
	return plan.locationId === SALON_ANNA.locationId && service.processing ? CHAIR : null
}

type Resource = { id: string; kind: string; until: number }

/** The resource of a line, by the id of its appointment and its position. */
export type Reserved = Map<string, string>
export const lineKey = (appointment: string, position: number): string => `${appointment} ${position}`

/** Adds as many rooms and chairs as were ever needed at once, and their occupancies. */
export function addResources(rows: Rows, plan: BusinessPlan, bookings: Booking[]): Reserved {
	const random = createRandom(`resources ${plan.locationId}`)
	const resources: Resource[] = []
	const add = (kind: string): Resource => {
		const resource = { id: random.uuid(), kind, until: -Infinity }
		resources.push(resource)
		return resource
	}
	const kinds = new Set(plan.services.map((service) => kindOf(plan, service)))
	if (kinds.has(ROOM)) add(ROOM)
	if (kinds.has(CHAIR)) for (let count = 0; count < 4; count++) add(CHAIR)
	const reserved: Reserved = new Map()
	const taken: Row[] = []
	const wanted = bookings.filter(({ visit }) => !visit.cancelled).map((booking) => wishOf(plan, booking))
	for (const lines of wanted.toSorted((one, other) => (one[0]?.from ?? 0) - (other[0]?.from ?? 0))) {
		for (const kind of new Set(lines.map((line) => line.kind))) {
			const own = lines.filter((line) => line.kind === kind)
			const first = own[0]?.from ?? 0
			const free = resources.find((resource) => resource.kind === kind && resource.until <= first) ?? add(kind)
			free.until = first
			for (const { appointment, position, from, to } of own) {
				reserved.set(lineKey(appointment, position), free.id)
				taken.push(occupancyRow(free.id, appointment, position, [[Math.max(from, free.until), to]]))
				free.until = to
			}
		}
	}
	// Added even if empty, because lines refer to this table.
	addRows(rows, 'public.resources', resourceRows(plan, resources))
	addRows(rows, 'public.occupancies', taken)
	return reserved
}

/** Lines of a visit that need a resource, from buffer to buffer. */
function wishOf(plan: BusinessPlan, { id, visit }: Booking) {
	return visit.lines.flatMap(({ service, start, end }, index) => {
		const kind = kindOf(plan, service)
		if (kind === null) return []
		const [from, to] = [start - service.bufferBefore, end + service.bufferAfter]
		return [{ appointment: id, position: index + 1, kind, from, to }]
	})
}

function resourceRows(plan: BusinessPlan, resources: Resource[]): Row[] {
	return resources.map(({ id, kind }, position) => ({
		id,
		location_id: plan.locationId,
		kind,
		name: kind === ROOM ? (ROOM_NAMES[position] ?? `Raum ${position + 1}`) : `${kind} ${position + 1}`,
		position,
	}))
}

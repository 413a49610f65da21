/** Half-open, in minutes; `gap` is the part in which somebody else can be served. */
type Timed = { person: string; from: number; to: number; gap?: { from: number; to: number } }
export type Lane = {
	/** The position among items at the same time, from 0, and the number of positions. */
	lane: number
	lanes: number
	/** Whether the item is within the gap of another one of the same person. */
	nested: boolean
}

// A name needs the room of this many minutes, even for a shorter line.
const SHORTEST = 10

/** Puts overlapping items side by side; an item within the gap of another one of the same person is in front of that one. */
export function inLanes<Item extends Timed>(items: Item[]): (Item & Lane)[] {
	const sorted = items.toSorted((one, other) => one.from - other.from || other.to - one.to)
	const placed: (Item & Lane)[] = []
	let group: (Item & Lane)[] = []
	let end = Number.NEGATIVE_INFINITY
	for (const item of sorted) {
		if (item.from >= end) {
			group = []
			end = drawnTo(item)
		}
		end = Math.max(end, drawnTo(item))
		let lane = 0
		while (group.some((other) => other.lane === lane && meet(other, item))) lane++
		const nested = group.some((other) => other.lane === lane && inGap(other, item))
		const own = { ...item, lane, lanes: 1, nested }
		group.push(own)
		placed.push(own)
		const lanes = Math.max(...group.map((each) => each.lane)) + 1
		for (const each of group) each.lanes = lanes
	}
	return placed
}

function inGap(host: Timed, item: Timed): boolean {
	return host.gap !== undefined && host.person === item.person && item.from >= host.gap.from && item.to <= host.gap.to
}

function drawnTo({ from, to }: Timed): number {
	return Math.max(to, from + SHORTEST)
}

function meet(one: Timed, other: Timed): boolean {
	return one.from < drawnTo(other) && other.from < drawnTo(one) && !inGap(one, other) && !inGap(other, one)
}

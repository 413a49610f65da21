/** A pin whose label wants room. Pixels from the upper left corner of the map. */
export type Wish = { x: number; y: number; width: number; height: number; free: boolean }

// What stays between two labels.
const GAP = 2

/**
 * Says which labels have room. Each stands centred on its point; one that would cover another becomes a dot. Those with free times
 * come first, then as they are given. `taken`: points of clusters and their size, which nothing covers.
 */
export function withRoom(wishes: Wish[], taken: Omit<Wish, 'free'>[] = []): boolean[] {
	const boxes = taken.map(boxOf)
	const fits = wishes.map(() => false)
	for (const free of [true, false]) {
		for (const [index, wish] of wishes.entries()) {
			if (wish.free !== free) continue
			const box = boxOf(wish)
			fits[index] = boxes.every((other) => !touch(box, other))
			if (fits[index]) boxes.push(box)
		}
	}
	return fits
}

type Box = { left: number; right: number; top: number; bottom: number }

function boxOf({ x, y, width, height }: Omit<Wish, 'free'>): Box {
	return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
}

function touch(one: Box, other: Box): boolean {
	return (
		one.left < other.right + GAP &&
		one.right > other.left - GAP &&
		one.top < other.bottom + GAP &&
		one.bottom > other.top - GAP
	)
}

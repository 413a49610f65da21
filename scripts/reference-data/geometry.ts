/** A position on earth in degrees. */
export type Point = { latitude: number; longitude: number }

/** Distance in kilometres on a flat map of Germany, accurate to one percent. */
export function distance(a: Point, b: Point): number {
	const kilometresPerDegree = 111.2
	const shrink = Math.cos((((a.latitude + b.latitude) / 2) * Math.PI) / 180)
	return Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * shrink) * kilometresPerDegree
}

/** Mean position; equal weights by default. */
export function centre(points: Point[], weight: (index: number) => number = () => 1): Point {
	let [total, latitude, longitude] = [0, 0, 0]
	for (const [index, point] of points.entries()) {
		total += weight(index)
		latitude += point.latitude * weight(index)
		longitude += point.longitude * weight(index)
	}
	return round({ latitude: latitude / total, longitude: longitude / total })
}

/** Rounds to five decimals, about a metre. */
export function round(point: Point): Point {
	return { latitude: Number(point.latitude.toFixed(5)), longitude: Number(point.longitude.toFixed(5)) }
}

/** Median of each coordinate, which a few wrong points do not move. */
export function median(points: Point[]): Point {
	const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
	return {
		latitude: middle(points.map((point) => point.latitude)),
		longitude: middle(points.map((point) => point.longitude)),
	}
}

import './tints.css'

/** The classes of a ground in a colour, "#rrggbb", to the nearest of sixteen steps of each part; none for anything else. */
export function groundOf(color: string): string {
	const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)?.slice(1)
	if (!parts) return ''
	const [red, green, blue] = parts.map((part) => Math.round(Number.parseInt(part, 16) / 17).toString(16))
	return `ground red-${red} green-${green} blue-${blue}`
}

/** The class that sets `--hue`, a colour on the wheel in degrees, to the nearest ten. */
export function hueOf(degrees: number): string {
	return `hue-${(Math.round(degrees / 10) * 10) % 360}`
}

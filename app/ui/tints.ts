import './tints.css'

/**
 * The classes of a background colour, "#rrggbb", with each channel rounded to the nearest of sixteen steps; none for
 * other texts.
 */
export function groundOf(color: string): string {
	const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)?.slice(1)
	if (!parts) return ''
	const [red, green, blue] = parts.map((part) => Math.round(Number.parseInt(part, 16) / 17).toString(16))
	return `ground red-${red} green-${green} blue-${blue}`
}

/** The class that sets `--hue`, a hue in degrees, rounded to the nearest ten. */
export function hueOf(degrees: number): string {
	return `hue-${(Math.round(degrees / 10) * 10) % 360}`
}

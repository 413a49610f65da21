import type { Palette } from './svg.ts'

/** One master picture of a category. */
export type Scene = {
	/** A German description for people who cannot see it. */
	alt: string
	/** The wall is dark and lamps are visible. */
	dark?: boolean
	/** Degrees by which the hue is shifted. */
	turn?: number
	draw: (p: Palette) => string[]
}

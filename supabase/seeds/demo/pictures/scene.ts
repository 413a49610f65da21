import type { Palette } from './svg.ts'

/** One master picture of a category. */
export type Scene = {
	/** For people who don't see it, in German. */
	alt: string
	/** The wall is deep and lamps show. */
	dark?: boolean
	/** Degrees by which the hue is turned. */
	turn?: number
	draw: (p: Palette) => string[]
}

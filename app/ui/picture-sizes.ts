/** Boxes for pictures of locations: maximum width in CSS pixels, and height divided by width. */
const BOXES = {
	/** The first picture on a location's page. */
	large: { width: 760, ratio: 0.66 },
	/** The other pictures there. */
	small: { width: 380, ratio: 0.66 },
	/** In search results. */
	card: { width: 320, ratio: 0.75 },
	/** In the list where businesses manage their pictures. */
	thumbnail: { width: 160, ratio: 0.75 },
} as const

export type PictureBox = keyof typeof BOXES

/** The size of a box in whole pixels of a screen, `density` pixels per CSS pixel. */
export function pictureSize(box: PictureBox, density: number): { width: number; height: number } {
	const { width, ratio } = BOXES[box]
	return { width: Math.round(width * density), height: Math.round(Math.round(width * ratio) * density) }
}

const DENSITIES = [1, 2]

/** Densities offered for a box; on phones the large box is much smaller. */
export const densitiesOf = (box: PictureBox): number[] => (box === 'large' ? [0.5, ...DENSITIES] : DENSITIES)

/** The whole picture, small enough for a screen, for choosing a crop. */
export const WHOLE_PICTURE = { width: 1200, height: 1200, resize: 'contain' } as const

/** Every size that pages request; the storage service makes no others. */
export const PICTURE_SIZES = [
	...(Object.keys(BOXES) as PictureBox[]).flatMap((box) =>
		densitiesOf(box).map((density) => pictureSize(box, density)),
	),
	WHOLE_PICTURE,
]

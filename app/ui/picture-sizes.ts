/** Boxes that pictures of locations are shown in: width in CSS pixels at most, and height over width. */
const BOXES = {
	/** The first of a location's page. */
	large: { width: 760, ratio: 0.66 },
	/** The others there. */
	small: { width: 380, ratio: 0.66 },
	/** In results. */
	card: { width: 320, ratio: 0.75 },
	/** In the list of those who choose them. */
	thumbnail: { width: 160, ratio: 0.75 },
} as const

export type PictureBox = keyof typeof BOXES

/** The size of a box in whole pixels of a screen with so many of them for one CSS pixel. */
export function pictureSize(box: PictureBox, density: number): { width: number; height: number } {
	const { width, ratio } = BOXES[box]
	return { width: Math.round(width * density), height: Math.round(Math.round(width * ratio) * density) }
}

const DENSITIES = [1, 2]

/** Densities that a box is offered in; the large one is much smaller on phones. */
export const densitiesOf = (box: PictureBox): number[] => (box === 'large' ? [0.5, ...DENSITIES] : DENSITIES)

/** The whole picture, small enough for a screen, for choosing a part of it. */
export const WHOLE_PICTURE = { width: 1200, height: 1200, resize: 'contain' } as const

/** Every size that pages ask for; the storage service makes no other. */
export const PICTURE_SIZES = [
	...(Object.keys(BOXES) as PictureBox[]).flatMap((box) =>
		densitiesOf(box).map((density) => pictureSize(box, density)),
	),
	WHOLE_PICTURE,
]

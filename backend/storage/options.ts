/** Settings of the storage service. */
export type StorageOptions = {
	/** Types that files are kept and sent with; any other becomes `application/octet-stream`. `DEFAULT_TYPES` where left out. */
	contentTypes?: readonly string[]
	images?: ImageOptions
}

/** A size that images are made in, as the address asks for it. */
export type ImageSize = { width?: number; height?: number; resize?: 'cover' | 'contain' | 'fill' }

/** How many images are made of the stored ones, and which. */
export type ImageOptions = {
	/**
	 * By bucket, the only sizes that images are made in, in the usual quality. Of a bucket that is not named any size up to 2,500 pixels
	 * is made.
	 */
	sizes?: Readonly<Record<string, readonly ImageSize[]>>
	/** Formats that are made for clients that take them, the best one first; AVIF and WebP where left out. */
	formats?: readonly ('avif' | 'webp')[]
	/** Images made at once; half of the cores where left out, so that the other half goes on answering. */
	atOnce?: number
	/** Images that wait for their turn at most, a quarter of them of one network, before requests are answered with 503; 100 where left out. */
	waiting?: number
}

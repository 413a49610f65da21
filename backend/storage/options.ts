/** Settings of the storage service. */
export type StorageOptions = {
	/** Types that files are stored and sent with; others become `application/octet-stream`. Default: `DEFAULT_TYPES`. */
	contentTypes?: readonly string[]
	images?: ImageOptions
}

/** A size for resized images, as the address requests it. */
export type ImageSize = { width?: number; height?: number; resize?: 'cover' | 'contain' | 'fill' }

/** Which resized images are made, and how many at once. */
export type ImageOptions = {
	/**
	 * For each bucket, the only sizes that images are made in, at the usual quality. For other buckets, any size up to 2,500 pixels is
	 * made.
	 */
	sizes?: Readonly<Record<string, readonly ImageSize[]>>
	/** Formats offered to clients that accept them, the best one first; default: AVIF and WebP. */
	formats?: readonly ('avif' | 'webp')[]
	/** Images made at once; default: half of the cores, so that the other half can keep answering. */
	atOnce?: number
	/** Images that can wait for their turn before requests are answered with 503, a quarter of them from one network; default: 100. */
	waiting?: number
}

import path from 'node:path'
import { SHOWN, SOURCES } from '#app/features/pictures/picture-files.server.ts'
import { PICTURE_SIZES, WHOLE_PICTURE } from '#app/ui/picture-sizes.ts'
import type { BackendOptions } from '#backend/index.ts'
import type { Config } from './config.ts'

// Only these sizes: otherwise anybody could have pictures made in any size, each taking seconds of CPU.
const IMAGES = { sizes: { [SHOWN]: PICTURE_SIZES, [SOURCES]: [WHOLE_PICTURE] } }

/** Where uploaded files are kept, the data folder or a bucket when there is one, and which pictures are made of them. */
export function readStorage(config: Config): Pick<BackendOptions['settings'], 'storageDir' | 's3' | 'storage'> {
	const made = { storageDir: path.join(config.dataDir, 'storage'), storage: { images: IMAGES } }
	if (!config.S3_ENDPOINT) return made
	return {
		...made,
		s3: {
			endpoint: config.S3_ENDPOINT,
			region: config.S3_REGION,
			bucket: String(config.S3_BUCKET),
			accessKeyId: String(config.S3_ACCESS_KEY_ID),
			secretAccessKey: String(config.S3_SECRET_ACCESS_KEY),
		},
	}
}

import path from 'node:path'
import type { BackendOptions } from '#backend/index.ts'
import type { Config } from './config.ts'

/** Where uploaded files are kept: the data folder, or a bucket when there is one. */
export function readStorage(config: Config): Pick<BackendOptions['settings'], 'storageDir' | 's3'> {
	const storageDir = path.join(config.dataDir, 'storage')
	if (!config.S3_ENDPOINT) return { storageDir }
	return {
		storageDir,
		s3: {
			endpoint: config.S3_ENDPOINT,
			region: config.S3_REGION,
			bucket: String(config.S3_BUCKET),
			accessKeyId: String(config.S3_ACCESS_KEY_ID),
			secretAccessKey: String(config.S3_SECRET_ACCESS_KEY),
		},
	}
}

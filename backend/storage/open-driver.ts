import { createFolderDriver, type Driver } from './driver.ts'
import { createS3Driver, type S3Settings } from './s3-driver.ts'

/** The store in the settings: a bucket or the folder. */
export function openDriver({ storageDir, s3 }: { storageDir: string; s3?: S3Settings }): Driver {
	return s3 ? createS3Driver(s3, storageDir) : createFolderDriver(storageDir)
}

import { createHash } from 'node:crypto'
import { failures } from './errors.ts'

// Hosted's character set, so that data can be moved there.
const OBJECT_NAME = /^[\w/!\-.*'() &$@=;:+,?]+$/
const BUCKET_NAME = /^[\w!\-.*'() &$@=;:+,?]+$/

/** @throws StorageError for a name that hosted would refuse, or with `.` or `..` as a folder. */
export function checkObjectName(name: string): string {
	const parts = name.split('/')
	const bad = name.length > 1024 || !OBJECT_NAME.test(name) || name.startsWith('/') || name.endsWith('/')
	if (bad || parts.some((part) => part === '.' || part === '..' || part === '')) throw failures.invalidKey(name)
	return name
}

/** @throws StorageError for a bucket name that hosted would refuse. */
export function checkBucketName(name: unknown): string {
	if (typeof name !== 'string') throw failures.invalidBucket()
	if (name.length > 100 || name.trim() !== name || !BUCKET_NAME.test(name)) throw failures.invalidBucket()
	return name
}

/** The driver's key for one version of an object. Hashing keeps names of any form inside the folder. */
export function keyOf(bucket: string, name: string, version: string): string {
	const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
	const object = hash(name)
	return `${hash(bucket).slice(0, 32)}/${object.slice(0, 2)}/${object.slice(2)}/${hash(version).slice(0, 32)}`
}

const RETRY_SECONDS = 5

/** An error of the storage service, answered in hosted's form: status 400 with the real one in `statusCode`. */
export class StorageError extends Error {
	readonly statusCode: number
	readonly code: string
	readonly label: string
	readonly status: number

	constructor(
		statusCode: number,
		code: string,
		message: string,
		label = code,
		status = statusCode >= 500 ? statusCode : 400,
	) {
		super(message)
		this.statusCode = statusCode
		this.code = code
		this.label = label
		this.status = status
	}

	response(): Response {
		const { code, label: error, message } = this
		const headers = this.status === 503 ? { 'retry-after': String(RETRY_SECONDS) } : undefined
		return Response.json(
			{ statusCode: String(this.statusCode), code, error, message },
			{ status: this.status, headers },
		)
	}
}

export const failures = {
	noBucket: () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found'),
	noObject: () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found'),
	denied: (message: string) => new StorageError(403, 'AccessDenied', message, 'Unauthorized'),
	duplicate: (code = 'KeyAlreadyExists') => new StorageError(409, code, 'The resource already exists', 'Duplicate'),
	bucketNotEmpty: () => new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'),
	invalidKey: (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`),
	invalidBucket: () => new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', 'Invalid Input'),
	invalidMime: (type: string) =>
		new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type'),
	tooLarge: () =>
		new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large'),
	invalidRequest: (message: string) => new StorageError(400, 'InvalidRequest', message),
	invalidSignature: () => new StorageError(400, 'InvalidSignature', 'Invalid signature'),
	invalidToken: (message: string) => new StorageError(400, 'InvalidJWT', message),
	unsigned: () => new StorageError(403, 'InvalidJWT', 'Invalid Compact JWS', 'Unauthorized'),
	noUpload: () => new StorageError(404, 'UploadNotFound', 'The upload does not exist', 'not_found', 404),
	wrongOffset: () => new StorageError(409, 'InvalidUploadOffset', 'Upload-Offset conflict', 'Conflict', 409),
	unavailable: () => new StorageError(503, 'DatabaseUnavailable', 'The database cannot be reached'),
	busy: () => new StorageError(503, 'SlowDown', 'Too many images are being made, please try again', 'SlowDown'),
	noRoute: () => new StorageError(404, 'not_found', 'Route not found', 'Not Found', 404),
}

/** Translates an error of a policy or constraint; other errors are passed on unchanged. */
export function fromDatabase(error: unknown): unknown {
	const { code, message = '', table_name: table } = error as { code?: string; message?: string; table_name?: string }
	if (code === '42501') return failures.denied(message)
	if (code === '23505') return failures.duplicate(table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists')
	// Data that PostgreSQL cannot hold, such as a NUL in a text.
	if (code?.startsWith('22')) return failures.invalidRequest('The request holds a value that cannot be stored')
	if (code === '57014') return new StorageError(544, 'DatabaseTimeout', 'The connection to the database timed out')
	return error
}

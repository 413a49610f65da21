import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from './s3-driver.ts'

/**
 * The parts of S3 that our driver uses, in memory: PUT, also as a copy, GET, also of a range, and DELETE, all with a checked signature.
 */
export type TestS3 = {
	settings: S3Settings
	/** Content by key. */
	objects: Map<string, Buffer>
	/** Lets the next copy begin well and end with an error, as large ones sometimes do. */
	failNextCopy(): void
	close(): Promise<void>
}

const SKEW_MS = 15 * 60_000
const ALGORITHM = 'AWS4-HMAC-SHA256'

type Answer = { status: number; body?: Buffer | string; headers?: Record<string, string> }

const fault = (status: number, code: string): Answer => ({ status, body: `<Error><Code>${code}</Code></Error>` })

/** Starts the server with one empty bucket on a free port of this machine. */
export async function startTestS3(): Promise<TestS3> {
	const objects = new Map<string, Buffer>()
	let failing = false
	const server = createServer((request, response) => {
		void answer(request).then(({ status, body = '', headers = {} }) => response.writeHead(status, headers).end(body))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const settings: S3Settings = {
		endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		...{ region: 'eu-central-1', bucket: 'objects', accessKeyId: 'known', secretAccessKey: 'secret' },
	}

	async function answer(request: IncomingMessage): Promise<Answer> {
		const body = await buffer(request)
		const refused = refusal(request, body, settings)
		if (refused) return fault(403, refused)
		const key = keyOf(String(request.url))
		if (key === undefined) return fault(404, 'NoSuchBucket')
		const { 'x-amz-copy-source': source, range } = request.headers
		if (request.method === 'PUT') return source === undefined ? put(key, body) : copy(String(source), key)
		if (request.method === 'GET') return get(key, range)
		if (request.method !== 'DELETE') return fault(405, 'MethodNotAllowed')
		objects.delete(key)
		return { status: 204 }
	}

	function keyOf(address: string): string | undefined {
		return new RegExp(`^/${settings.bucket}/(.+)$`).exec(decodeURIComponent(address))?.[1]
	}

	function put(key: string, body: Buffer): Answer {
		objects.set(key, body)
		return { status: 200 }
	}

	function copy(source: string, key: string): Answer {
		const found = objects.get(keyOf(source) ?? '')
		if (!found) return fault(404, 'NoSuchKey')
		if (failing) {
			failing = false
			return fault(200, 'InternalError')
		}
		objects.set(key, found)
		return { status: 200, body: '<CopyObjectResult></CopyObjectResult>' }
	}

	function get(key: string, range: string | undefined): Answer {
		const found = objects.get(key)
		if (!found) return fault(404, 'NoSuchKey')
		const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
		if (start === undefined) return { status: 200, body: found }
		const part = found.subarray(Number(start), Number(end) + 1)
		return {
			status: 206,
			body: part,
			headers: { 'content-range': `bytes ${start}-${Number(start) + part.length - 1}/${found.length}` },
		}
	}

	return {
		settings,
		objects,
		failNextCopy: () => (failing = true),
		close: () => new Promise((resolve) => server.close(() => resolve())),
	}
}

type Signed = { method?: string; url?: string; headers: IncomingHttpHeaders }

/** S3's code for what is wrong with the signature of a request; undefined when it is valid. */
function refusal(request: Signed, body: Buffer, settings: S3Settings): string | undefined {
	const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': hash } = request.headers
	const [, accessKey, day, region, names] =
		/^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=/.exec(
			authorization,
		) ?? []
	if (!names || accessKey !== settings.accessKeyId) return 'InvalidAccessKeyId'
	if (region !== settings.region) return 'AuthorizationHeaderMalformed'
	const at = Date.parse(String(date).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
	if (!String(date).startsWith(`${day}T`) || !(Math.abs(Date.now() - at) < SKEW_MS)) return 'RequestTimeTooSkewed'
	if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex'))
		return 'XAmzContentSHA256Mismatch'
	const unsigned = Object.keys(request.headers).find((name) => /^(host|x-amz-.*)$/.test(name) && !names.includes(name))
	if (unsigned) return 'AccessDenied'
	const given = Buffer.from(authorization.slice(authorization.lastIndexOf('=') + 1))
	const wanted = Buffer.from(signatureOf(request, names.split(';'), settings))
	return given.length === wanted.length && timingSafeEqual(given, wanted) ? undefined : 'SignatureDoesNotMatch'
}

/** The signature (version 4) of a request without a query, over these headers. */
export function signatureOf(
	{ method = '', url = '', headers }: Signed,
	names: string[],
	{ region, secretAccessKey }: Pick<S3Settings, 'region' | 'secretAccessKey'>,
): string {
	const date = String(headers['x-amz-date'])
	const canonical = [
		...[method, url, ''],
		...names.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
		...['', names.join(';'), String(headers['x-amz-content-sha256'])],
	].join('\n')
	const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
	const text = [ALGORITHM, date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
	const key = scope
		.split('/')
		.reduce<string | Buffer>(
			(secret, part) => createHmac('sha256', secret).update(part).digest(),
			`AWS4${secretAccessKey}`,
		)
	return createHmac('sha256', key).update(text).digest('hex')
}

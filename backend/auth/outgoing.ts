/** An answer of a service of somebody else, read to its end. */
export type ServiceAnswer = { ok: boolean; status: number; text: string }

/** The answer was longer than it may be, and was not read any further. */
export class AnswerTooLarge extends Error {}

type Bounds = {
	/** Milliseconds until the last byte of the answer; 10 seconds. */
	timeoutMs?: number
	/** Bytes of the answer, unpacked; 1 MB. */
	maxBytes?: number
}

/**
 * The one way in which the auth service asks others over HTTP. It follows no redirect, which would take secrets elsewhere, and no answer
 * takes long or fills the memory.
 * @throws AnswerTooLarge; what `fetch` throws without an answer, `TimeoutError` when it takes too long.
 */
export async function askService(
	url: string | URL,
	init: RequestInit,
	{ timeoutMs = 10_000, maxBytes = 1_000_000 }: Bounds = {},
): Promise<ServiceAnswer> {
	const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
	const parts: Uint8Array[] = []
	let bytes = 0
	// Leaving the loop closes the connection.
	for await (const part of response.body ?? []) {
		bytes += part.byteLength
		if (bytes > maxBytes) throw new AnswerTooLarge(`${new URL(url).origin} answered more than ${maxBytes} bytes`)
		parts.push(part)
	}
	return { ok: response.ok, status: response.status, text: Buffer.concat(parts).toString('utf8') }
}

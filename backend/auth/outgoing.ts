/** A complete answer from another service. */
export type ServiceAnswer = { ok: boolean; status: number; text: string }

/** The answer was too long, and the rest was not read. */
export class AnswerTooLarge extends Error {}

type Bounds = {
	/** Milliseconds until the last byte of the answer; default 10 seconds. */
	timeoutMs?: number
	/** Maximum bytes of the unpacked answer; default 1 MB. */
	maxBytes?: number
}

/**
 * The only function with which the auth service calls others over HTTP. It follows no redirect, which could send secrets elsewhere, and
 * limits the time and size of an answer.
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

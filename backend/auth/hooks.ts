import { createHmac, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import type { Call, Db } from './call.ts'
import { AuthError } from './errors.ts'
import { AnswerTooLarge, askService } from './outgoing.ts'

/** A hook: an address (`https://…`) with its secret, or `pg-functions://postgres/<schema>/<function>`. */
export type Hook = {
	uri: string
	/** `v1,whsec_<base64>`, as hosted shows it. Several secrets, separated by `|`, are allowed while one replaces another. */
	secret?: string
}

export type HookOptions = {
	/** Sends the mails in place of the mailer. */
	sendEmail?: Hook
	/** Sends the text messages in place of the sender. */
	sendSms?: Hook
	/** May change the claims of an access token before it is signed. */
	customAccessToken?: Hook
}

type Answer = Record<string, unknown>

const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 200_000

/**
 * Calls a hook as hosted does: over HTTP, signed according to Standard Webhooks, or as a function in the database. A
 * call inside a transaction must pass `db`, because it could wait forever for a second connection.
 * @throws AuthError with the status and message that the hook answered, 422 `hook_timeout`, 500 `unexpected_failure`.
 */
export async function runHook(call: Call, hook: Hook, payload: Answer, db: Db = call.auth.db): Promise<Answer> {
	const uri = new URL(hook.uri)
	const answer =
		uri.protocol === 'pg-functions:' ? await askDatabase(db, uri, payload) : await askHttp(call, hook, payload)
	const error = answer.error as { http_code?: number; message?: string } | undefined
	if (error && typeof error === 'object') {
		const status = typeof error.http_code === 'number' && error.http_code >= 400 ? error.http_code : 500
		throw new AuthError(status, 'unexpected_failure', error.message ?? 'Hook failed')
	}
	return answer
}

async function askDatabase(db: Db, uri: URL, payload: Answer): Promise<Answer> {
	const [, schema = '', name = ''] = uri.pathname.split('/')
	const ask = async (inside: Db): Promise<Answer> => {
		await inside`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`
		const [row] = await inside<{ answer: Answer | null }[]>`
			select ${inside(schema)}.${inside(name)}(${inside.json(payload as never)}::jsonb) as answer`
		await inside`select set_config('statement_timeout', '0', true)`
		return row?.answer ?? {}
	}
	return 'begin' in db ? (db as Sql).begin(ask) : ask(db)
}

async function askHttp(call: Call, hook: Hook, payload: Answer): Promise<Answer> {
	const body = JSON.stringify(payload)
	const id = randomUUID()
	const timestamp = String(Math.floor(Date.now() / 1000))
	const headers = {
		'content-type': 'application/json',
		'webhook-id': id,
		'webhook-timestamp': timestamp,
		'webhook-signature': signatures(hook.secret, `${id}.${timestamp}.${body}`),
	}
	const bounds = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }
	const response = await askService(hook.uri, { method: 'POST', body, headers }, bounds).catch((error: unknown) => {
		if (error instanceof AnswerTooLarge) {
			throw new AuthError(422, 'hook_payload_over_size_limit', 'Payload size exceeded size limit')
		}
		call.auth.settings.log('error', 'auth: hook did not answer', { hook: hook.uri, error: String(error) })
		throw new AuthError(422, 'hook_timeout', 'Failed to reach hook within maximum time of 5.000000 seconds')
	})
	const answer = parse(response.text)
	if (response.ok || answer.error) return answer
	call.auth.settings.log('error', 'auth: hook refused', { hook: hook.uri, status: response.status })
	throw new AuthError(500, 'unexpected_failure', `Unexpected status code returned from hook: ${response.status}`)
}

function signatures(secrets: string | undefined, content: string): string {
	return (secrets ?? '')
		.split('|')
		.filter((secret) => secret !== '')
		.map((secret) => {
			const key = Buffer.from(secret.replace(/^v1,whsec_/, ''), 'base64')
			return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
		})
		.join(' ')
}

function parse(text: string): Answer {
	try {
		const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
		return typeof value === 'object' && value !== null ? (value as Answer) : {}
	} catch {
		return {}
	}
}

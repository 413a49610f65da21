import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerData } from './messages.ts'

// Runs one function in a thread of its own, in the same environment as on hosted: `Deno.serve`, `Deno.env`,
// `EdgeRuntime.waitUntil` and specifiers such as `npm:` and `jsr:`, which are resolved to the installed packages.

type Handler = (request: Request, info: object) => Response | Promise<Response>

const { file, env } = workerData as WorkerData
const calls = new Map<number, AbortController>()
let handler: Handler | undefined

function tell(message: FromWorker, transfer: ReadableStream[] = []): void {
	parentPort?.postMessage(message, transfer as never)
}

function serve(...given: unknown[]): { finished: Promise<void>; shutdown(): Promise<void> } {
	const found =
		given.find((one) => typeof one === 'function') ?? (given[0] as { handler?: unknown } | undefined)?.handler
	if (typeof found !== 'function') throw new TypeError('A handler function must be provided.')
	handler = found as Handler
	return { finished: new Promise(() => undefined), shutdown: async () => undefined }
}

const values = { ...env }
Object.assign(globalThis, {
	Deno: {
		serve,
		env: {
			get: (name: string) => values[name],
			has: (name: string) => Object.hasOwn(values, name),
			set: (name: string, value: string) => void (values[name] = value),
			delete: (name: string) => void delete values[name],
			toObject: () => ({ ...values }),
		},
	},
	EdgeRuntime: {
		waitUntil(promise: Promise<unknown>): void {
			promise.catch((error: unknown) => tell({ kind: 'log', level: 'error', message: inspect(error) }))
		},
	},
})
for (const [name, level] of Object.entries({
	log: 'info',
	info: 'info',
	debug: 'info',
	warn: 'warn',
	error: 'error',
})) {
	Object.assign(console, {
		[name]: (...parts: unknown[]) => {
			const message = parts.map((part) => (typeof part === 'string' ? part : inspect(part))).join(' ')
			tell({ kind: 'log', level: level as 'info', message })
		},
	})
}

/** Turns `npm:name@1/sub`, `jsr:@scope/name@1` and `https://esm.sh/name@1` into the name of an installed package. */
function toPackage(specifier: string): string | undefined {
	const found = /^(?:npm:\/?|jsr:\/?|https:\/\/esm\.sh\/)((?:@[^/@]+\/)?[^/@?]+)(?:@[^/?]+)?(\/[^?]*)?/.exec(specifier)
	return found ? `${found[1]}${found[2] ?? ''}` : undefined
}

registerHooks({
	resolve(specifier, context, next) {
		if (specifier.endsWith('.d.ts')) return { url: 'data:text/javascript,', shortCircuit: true }
		if (/^https:\/\/deno\.land\/std(@[^/]+)?\/http\/server\.ts$/.test(specifier)) {
			return { url: 'data:text/javascript,export const serve = Deno.serve', shortCircuit: true }
		}
		return next(toPackage(specifier) ?? specifier, context)
	},
})

async function call(message: ToWorker & { kind: 'call' }): Promise<void> {
	const { id, method, url, headers, body } = message
	const abort = new AbortController()
	calls.set(id, abort)
	try {
		const init = { method, headers, body, duplex: 'half', signal: abort.signal } as RequestInit
		const response = await (handler as Handler)(new Request(url, init), {})
		if (!(response instanceof Response)) throw new TypeError('The handler did not return a Response')
		const { status, statusText } = response
		const answer: FromWorker = {
			kind: 'answer',
			id,
			status,
			statusText,
			headers: [...response.headers],
			body: response.body,
		}
		tell(answer, response.body ? [response.body] : [])
	} catch (error) {
		tell({ kind: 'failed', id, message: inspect(error) })
	} finally {
		calls.delete(id)
	}
}

parentPort?.on('message', (message: ToWorker) => {
	if (message.kind === 'ping') tell({ kind: 'pong' })
	else if (message.kind === 'abort') calls.get(message.id)?.abort()
	else void call(message)
})

const loaded = (await import(pathToFileURL(file).href)) as { default?: Handler | { fetch?: Handler } }
const exported = loaded.default
handler ??= typeof exported === 'function' ? exported : exported?.fetch?.bind(exported)
if (!handler) throw new Error('The function neither calls Deno.serve nor exports a handler')
tell({ kind: 'ready' })

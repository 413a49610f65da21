import { Worker } from 'node:worker_threads'
import type { BackendSettings } from '../context.ts'
import type { FromWorker, ToWorker, WorkerData } from './messages.ts'

export type FunctionLimits = {
	/** Maximum milliseconds until an answer begins. */
	timeoutMs: number
	/** Maximum milliseconds for which a function can block its thread. */
	blockedMs: number
	memoryMb: number
}

/** A function gave no answer; `code` and status are those of hosted Edge Functions. */
export class FunctionError extends Error {
	readonly status: number
	readonly code: string
	constructor(status: number, code: string, message: string) {
		super(message)
		this.status = status
		this.code = code
	}
}

const failures = {
	boot: () => new FunctionError(503, 'BOOT_ERROR', 'Function failed to start (please check logs)'),
	crashed: () => new FunctionError(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)'),
	limit: () =>
		new FunctionError(
			546,
			'WORKER_LIMIT',
			'Function failed due to not having enough compute resources (please check logs)',
		),
	timeout: () => new FunctionError(504, 'IDLE_TIMEOUT', 'Function did not answer in time'),
}

export type Answer = FromWorker & { kind: 'answer' }

/** One function in its thread, which starts with the first call and again after a crash. */
export type WorkerHost = {
	/** @throws FunctionError */
	call(message: Omit<ToWorker & { kind: 'call' }, 'kind' | 'id'>, signal: AbortSignal): Promise<Answer>
	close(): Promise<void>
}

// Loading a function's packages takes a while on a busy machine.
const BOOT_MS = 60_000

type Pending = { resolve(answer: Answer): void; reject(error: FunctionError): void }
type Running = { worker: Worker; ready: Promise<void>; pending: Map<number, Pending> }

/** Creates the host of one function's thread. */
export function createWorkerHost(
	name: string,
	data: WorkerData,
	limits: FunctionLimits,
	log: BackendSettings['log'],
): WorkerHost {
	let running: Running | undefined
	let lastId = 0

	function start(): Running {
		const worker = new Worker(new URL('./worker.ts', import.meta.url), {
			workerData: data,
			env: {},
			resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
		})
		worker.unref()
		const pending = new Map<number, Pending>()
		let answeredAt = Date.now()
		let reason = failures.boot()
		let started = false

		function end(): void {
			clearInterval(watch)
			clearTimeout(boot)
			if (running?.worker === worker) running = undefined
			for (const { reject } of pending.values()) reject(reason)
			pending.clear()
			void worker.terminate()
		}

		const boot = setTimeout(end, BOOT_MS).unref()
		// A thread that computes without a pause answers no ping.
		const watch = setInterval(() => {
			if (pending.size === 0 || !started) answeredAt = Date.now()
			else if (Date.now() - answeredAt > limits.blockedMs) {
				log('error', 'function blocked its thread', { function: name })
				reason = failures.limit()
				end()
			} else worker.postMessage({ kind: 'ping' } satisfies ToWorker, [])
		}, limits.blockedMs / 4).unref()

		const ready = new Promise<void>((resolve, reject) => {
			worker.on('message', (message: FromWorker) => {
				answeredAt = Date.now()
				if (message.kind === 'ready') {
					started = true
					clearTimeout(boot)
					reason = failures.crashed()
					resolve()
				} else if (message.kind === 'log') log(message.level, `function ${name}: ${message.message}`)
				else if (message.kind === 'answer') pending.get(message.id)?.resolve(message)
				else if (message.kind === 'failed') {
					log('error', `function ${name}: ${message.message}`)
					pending.get(message.id)?.reject(failures.crashed())
				}
			})
			worker.on('error', (error: NodeJS.ErrnoException) => {
				log('error', 'function ended', { function: name, error: String(error.stack ?? error) })
				if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') reason = failures.limit()
				reject(reason)
				end()
			})
			worker.on('exit', () => {
				reject(reason)
				end()
			})
		})
		ready.catch(() => undefined)
		return { worker, ready, pending }
	}

	return {
		async call(message, signal) {
			running ??= start()
			const { worker, ready, pending } = running
			const id = (lastId += 1)
			const abort = (): void => worker.postMessage({ kind: 'abort', id } satisfies ToWorker, [])
			const answer = new Promise<Answer>((resolve, reject) => pending.set(id, { resolve, reject }))
			answer.catch(() => undefined)
			let timer: NodeJS.Timeout | undefined
			try {
				await ready
				timer = setTimeout(() => {
					pending.get(id)?.reject(failures.timeout())
					abort()
				}, limits.timeoutMs)
				worker.postMessage(
					{ ...message, kind: 'call', id } satisfies ToWorker,
					message.body ? [message.body as never] : [],
				)
				signal.addEventListener('abort', abort, { once: true })
				return await answer
			} finally {
				clearTimeout(timer)
				signal.removeEventListener('abort', abort)
				pending.delete(id)
			}
		},
		async close() {
			await running?.worker.terminate()
		},
	}
}

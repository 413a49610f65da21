/** Messages from the server to a function's thread. Bodies are transferred, not copied. */
export type ToWorker =
	| { kind: 'call'; id: number; method: string; url: string; headers: [string, string][]; body: ReadableStream | null }
	| { kind: 'abort'; id: number }
	| { kind: 'ping' }

/** Messages from a function's thread to the server. */
export type FromWorker =
	| { kind: 'ready' }
	| { kind: 'pong' }
	| {
			kind: 'answer'
			id: number
			status: number
			statusText: string
			headers: [string, string][]
			body: ReadableStream | null
	  }
	| { kind: 'failed'; id: number; message: string }
	| { kind: 'log'; level: 'info' | 'warn' | 'error'; message: string }

/** The function's file and environment, given to a thread at its start. */
export type WorkerData = { file: string; env: Record<string, string> }

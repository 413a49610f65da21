/** What the server tells a function's thread. Bodies are transferred, not copied. */
export type ToWorker =
	| { kind: 'call'; id: number; method: string; url: string; headers: [string, string][]; body: ReadableStream | null }
	| { kind: 'abort'; id: number }
	| { kind: 'ping' }

/** What a function's thread tells the server. */
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

/** What a thread starts with: the function's file and its environment. */
export type WorkerData = { file: string; env: Record<string, string> }

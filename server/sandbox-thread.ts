import { parentPort, workerData } from 'node:worker_threads'
import { sandboxParts } from '#supabase/seeds/demo/sandbox.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(sandboxParts(String(workerData), new Date()))

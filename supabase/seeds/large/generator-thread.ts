import { parentPort, workerData } from 'node:worker_threads'
import type { Rows } from '../demo/rows.ts'
import { copyText } from './copy-text.ts'
import { joinRows, locationMaker } from './location.ts'
import type { LargeWish } from './wish.ts'

/** Rows of some locations, ready for `copy`, in the order of the tables' references. */
export type Batch = { first: number; tables: { name: string; columns: string[]; rows: number; text: Uint8Array }[] }

// A thread that makes locations while the database inserts the previous ones.
const makeLocation = locationMaker(workerData as LargeWish)
parentPort?.on('message', ({ first, last }: { first: number; last: number }) => {
	const rows: Rows = new Map()
	for (let index = first; index < last; index++) joinRows(rows, makeLocation(index))
	const tables = [...rows]
		.filter(([, list]) => list.length > 0)
		.map(([name, list]) => {
			const columns = Object.keys(list[0] ?? {})
			return { name, columns, rows: list.length, text: Buffer.from(copyText(list, columns)) }
		})
	// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
	parentPort?.postMessage({ first, tables } satisfies Batch)
})

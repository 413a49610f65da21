import { setTimeout as delay } from 'node:timers/promises'
import type { BackendContext } from '../context.ts'
import type { ChangesReceiver } from './changes.ts'
import { changeData, type Seen } from './payload.ts'
import type { Relation, Values } from './pgoutput.ts'
import type { RelationInfo } from './relation.ts'
import type { RowChange } from './replication.ts'
import type { Wish } from './subscription.ts'

export type Subscription = Wish & { receiver: ChangesReceiver; active: boolean }

/** Subscriptions that see the same changes: same role, claims and filters. */
export type Viewer = { role: string; claims: unknown; filters: Wish['filters']; subscriptions: Subscription[] }

/** One change for one channel; `data` is the JSON text of the payload's `data`. */
export type Hit = { subscriptions: Subscription[]; data: string }

type SeenRow = Seen & { viewer: number; change: number }

const CHANGES_PER_CALL = 200
const VIEWERS_PER_CALL = 100
const RETRIES = 200

/** Groups subscriptions that a single query can answer. */
export function groupViewers(subscriptions: Subscription[]): Viewer[] {
	const viewers = new Map<string, Viewer>()
	for (const subscription of subscriptions) {
		if (!subscription.active) continue
		const { role, claims } = subscription.receiver.caller
		const key = JSON.stringify([role, claims, subscription.filters, subscription.table, subscription.schema])
		const viewer = viewers.get(key) ?? { role, claims, filters: subscription.filters, subscriptions: [] }
		viewer.subscriptions.push(subscription)
		viewers.set(key, viewer)
	}
	return [...viewers.values()]
}

/** Finds which subscriptions get which changes, in the order of the changes. */
export async function findHits(
	context: BackendContext,
	info: RelationInfo,
	changes: RowChange[],
	viewers: Viewer[],
): Promise<Hit[]> {
	const hits: Hit[][] = changes.map(() => [])
	for (const relation of new Set(changes.map((change) => change.relation))) {
		const concerned = viewers.filter((viewer) => viewer.subscriptions[0]?.concerns(relation))
		const keys = concerned.length > 0 ? await info.keyColumns(relation) : []
		if (keys.length === 0) continue
		const numbers = [...changes.keys()].filter((n) => changes[n]?.relation === relation)
		for (let start = 0; start < numbers.length; start += CHANGES_PER_CALL) {
			const part = numbers.slice(start, start + CHANGES_PER_CALL)
			const rows = part.map((n) => changes[n] as RowChange)
			for (let first = 0; first < concerned.length; first += VIEWERS_PER_CALL) {
				const some = concerned.slice(first, first + VIEWERS_PER_CALL)
				const seen = await askDatabase(context, relation, keys, rows, some)
				collect(seen, rows, some).forEach((list, n) => hits[part[n] as number]?.push(...list))
			}
		}
	}
	return hits.flat()
}

async function askDatabase(
	context: BackendContext,
	relation: Relation,
	keys: string[],
	changes: RowChange[],
	viewers: Viewer[],
): Promise<SeenRow[]> {
	const sql = context.requests
	const asked = changes.map(({ type, row, old }) => {
		const key = pick(row ?? old ?? {}, keys)
		return { type, key, ...(type === 'INSERT' ? {} : { old: old ?? key }) }
	})
	const who = viewers.map(({ role, claims, filters }) => ({ role, claims, filters }))
	const xids = [...new Set(changes.map((change) => change.xid))]
	for (let attempt = 0; attempt < RETRIES; attempt++) {
		const rows = await sql<SeenRow[]>`
			select * from realtime.visible(${relation.oid}, ${relation.columns}, ${sql.json(asked)},
				${sql.json(who as never)}, ${xids}::bigint[])`
		if (rows[0]?.viewer !== -1) return rows
		await delay(5)
	}
	throw new Error('changes did not become visible')
}

function pick(values: Values, names: string[]): Values {
	return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}

/** For each change, the channels that get it. */
function collect(seen: SeenRow[], changes: RowChange[], viewers: Viewer[]): Hit[][] {
	const records = new Map<string, Seen>()
	const texts = new Map<string, string>()
	const found = changes.map(() => new Map<string, Subscription[]>())
	const receivers = new Map<ChangesReceiver, number>()
	for (const row of seen) {
		const [viewer, change] = [viewers[row.viewer], changes[row.change]]
		if (!viewer || !change) continue
		const place = `${viewer.role} ${row.change}`
		if (row.columns !== null) records.set(place, row)
		for (const subscription of viewer.subscriptions) {
			if (subscription.event !== '*' && subscription.event !== change.type) continue
			const receiver = receivers.get(subscription.receiver) ?? receivers.size
			receivers.set(subscription.receiver, receiver)
			const shape = JSON.stringify([place, subscription.select ?? null])
			if (!texts.has(shape)) texts.set(shape, changeData(change, records.get(place), subscription.select))
			const group = `${receiver} ${shape}`
			const list = found[row.change]?.get(group) ?? []
			found[row.change]?.set(group, [...list, subscription])
		}
	}
	return found.map((groups) =>
		[...groups].map(([group, subscriptions]) => ({
			subscriptions,
			data: texts.get(group.slice(group.indexOf(' ') + 1)) ?? '{}',
		})),
	)
}

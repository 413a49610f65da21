import type { BackendContext, Caller } from '../context.ts'
import { createRelationInfo } from './relation.ts'
import { type Replication, type RowChange, startReplication } from './replication.ts'
import { checkSubscription, type Wish } from './subscription.ts'
import { findHits, groupViewers, type Subscription } from './visibility.ts'

/** The part of a channel that receives changes. */
export type ChangesReceiver = {
	subTopic: string
	caller: Caller
	/** Sends a `postgres_changes` event; `payload` is JSON text. */
	pushText(event: string, payload: string): void
	system(status: 'ok' | 'error', message: string): void
}

export type Changes = {
	/** Replaces the subscriptions of a channel; answers with `system` messages once they are active or refused. */
	subscribe(receiver: ChangesReceiver, wishes: Wish[]): void
	unsubscribe(receiver: ChangesReceiver): void
	close(): Promise<void>
}

export type ChangesOptions = { publication?: string; idleMs?: number; retryMs?: number }

const RETRY_MS = 2_000
const READY = 'Subscribed to PostgreSQL'

/**
 * Delivers committed rows of the publication to the channels that asked for them and can see them. The replication
 * stream runs only while there are subscriptions, and for `idleMs` after the last one.
 */
export function createChanges(context: BackendContext, databaseUrl: string, options: ChangesOptions = {}): Changes {
	const publication = options.publication ?? 'supabase_realtime'
	const subscriptions = new Map<ChangesReceiver, Subscription[]>()
	const info = createRelationInfo(context.owner)
	let replication: Replication | undefined
	let running = false
	let idle: NodeJS.Timeout | undefined
	let logical: Promise<boolean> | undefined

	async function deliver(changes: RowChange[]): Promise<void> {
		const all = [...subscriptions.values()].flat()
		for (const hit of await findHits(context, info, changes, groupViewers(all))) {
			const ids = hit.subscriptions.map((subscription) => subscription.id)
			const receiver = hit.subscriptions[0]?.receiver
			if (receiver && subscriptions.has(receiver)) {
				receiver.pushText('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${hit.data}}`)
			}
		}
	}

	function start(): void {
		clearTimeout(idle)
		if (replication) return
		replication = startReplication({
			databaseUrl,
			publication,
			wanted: (relation) => [...subscriptions.values()].some((list) => list.some((one) => one.concerns(relation))),
			deliver,
			onReady() {
				running = true
				for (const [receiver, list] of subscriptions) if (list[0]?.active) receiver.system('ok', READY)
			},
			onError(error) {
				running = false
				context.settings.log('warn', 'realtime: replication stream broke', { error: String(error) })
			},
		})
	}

	async function stop(): Promise<void> {
		clearTimeout(idle)
		const ending = replication
		replication = undefined
		running = false
		await ending?.stop()
	}

	async function hasLogicalLevel(): Promise<boolean> {
		const [row] = await context.owner<{ level: string }[]>`select current_setting('wal_level') as level`
		if (row?.level === 'logical') return true
		context.settings.log('warn', 'realtime: postgres_changes need wal_level=logical, subscriptions are refused')
		return false
	}

	async function activate(receiver: ChangesReceiver, list: Subscription[]): Promise<void> {
		try {
			const refused = await checkSubscription(context, publication, receiver.caller, list)
			if (subscriptions.get(receiver) !== list) return
			logical ??= hasLogicalLevel()
			const problem = refused ?? ((await logical) ? undefined : 'The database does not run with wal_level=logical')
			if (subscriptions.get(receiver) !== list) return
			if (problem !== undefined) {
				unsubscribe(receiver)
				receiver.system('error', problem)
				return
			}
			for (const subscription of list) subscription.active = true
			start()
			if (running) receiver.system('ok', READY)
		} catch (error) {
			logical = undefined
			if (subscriptions.get(receiver) !== list) return
			context.settings.log('warn', 'realtime: subscription failed', { error: String(error) })
			receiver.system('error', 'Unable to subscribe to changes, please try again')
			// As on hosted, the server retries: the client could only ask again by leaving and joining.
			setTimeout(() => {
				if (subscriptions.get(receiver) === list) void activate(receiver, list)
			}, options.retryMs ?? RETRY_MS).unref()
		}
	}

	function unsubscribe(receiver: ChangesReceiver): void {
		if (!subscriptions.delete(receiver) || subscriptions.size > 0) return
		clearTimeout(idle)
		idle = setTimeout(() => void stop(), options.idleMs ?? 30_000).unref()
	}

	return {
		subscribe(receiver, wishes) {
			if (wishes.length === 0) return
			const list = wishes.map((wish) => ({ ...wish, receiver, active: false }))
			subscriptions.set(receiver, list)
			void activate(receiver, list)
		},
		unsubscribe,
		close: stop,
	}
}

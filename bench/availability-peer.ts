import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Answer, Question } from './calcom.ts'
import { fetchCalcom } from './calcom-packages.ts'

export type Peer = { name: string; ask(question: Question): Promise<Answer>; close(): void }

/**
 * Cal.com's slots as published, and a variant that keeps formatters of zones. If it cannot be fetched, returns none and prints
 * the reason.
 */
export async function openPeers(): Promise<Peer[]> {
	const peers: Peer[] = []
	try {
		const folder = await fetchCalcom()
		peers.push(await openPeer('Cal.com', [folder]), await openPeer('Cal.com, formatters kept', [folder, 'kept']))
	} catch (error) {
		for (const peer of peers.splice(0)) peer.close()
		console.log(`peer not available: ${String(error instanceof Error ? error.message : error).slice(0, 500)}`)
	}
	return peers
}

async function openPeer(name: string, given: string[]): Promise<Peer> {
	// Its servers run in UTC; logging is off to save time.
	const settings = { TZ: 'UTC', NODE_ENV: 'production', NEXT_PUBLIC_LOGGER_LEVEL: '7' }
	const child = fork(path.join(import.meta.dirname, 'calcom.ts'), given, { env: { ...process.env, ...settings } })
	const ended = once(child, 'exit').then(() => {
		throw new Error(`${name} has ended`)
	})
	// Only a pending question waits for the process, so its end must not be an unhandled error.
	ended.catch(() => undefined)
	await Promise.race([once(child, 'message'), ended])
	return {
		name,
		async ask(question) {
			const answered = once(child, 'message')
			child.send(question)
			const [answer] = (await Promise.race([answered, ended])) as [Answer]
			return answer
		},
		close: () => void child.kill(),
	}
}

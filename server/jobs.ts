import { setTimeout as delay } from 'node:timers/promises'
import type { AppServices } from '#app/lib/context.server.ts'
import type { Senders } from '#app/lib/senders.ts'
import type { Log } from './log.ts'

/** A job of the built application. It returns how many things it did, and begins nothing new once `stopping` is aborted. */
export type Job = {
	name: string
	everySeconds: number
	/** Whether it runs once more when the server stops, for what is kept in memory until then. */
	runsAtStop?: boolean
	run(services: AppServices, senders: Senders, stopping: AbortSignal): Promise<number>
}

export type JobOptions = { services: AppServices; senders: Senders; log: Log; jobs: Job[] }
export type Jobs = { stop(): Promise<void> }

/**
 * Runs each job again and again: at once while there is work, else after its pause. Several processes may run the same jobs:
 * each job claims its work in the database.
 */
export function startJobs({ services, senders, log, jobs }: JobOptions): Jobs {
	const stopping = new AbortController()
	const pause = (seconds: number): Promise<unknown> =>
		delay(seconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined)
	const loops = jobs.map(async (job) => {
		while (!stopping.signal.aborted) {
			try {
				if ((await job.run(services, senders, stopping.signal)) === 0) await pause(job.everySeconds)
			} catch (error) {
				if (stopping.signal.aborted) return
				log('warn', `job ${job.name} failed`, { error: String(error) })
				await pause(Math.max(job.everySeconds, 5))
			}
		}
	})
	return {
		async stop() {
			stopping.abort()
			await Promise.all(loops)
			for (const job of jobs.filter(({ runsAtStop }) => runsAtStop))
				await job
					.run(services, senders, stopping.signal)
					.catch((error: unknown) => log('warn', `job ${job.name} failed`, { error: String(error) }))
		},
	}
}

import { CallerError } from '../caller.ts'
import type { BackendContext, Caller } from '../context.ts'

/** The rights of a caller in a private channel, according to the policies on `realtime.messages`. */
export type Rights = {
	readBroadcast: boolean
	writeBroadcast: boolean
	readPresence: boolean
	writePresence: boolean
}

/**
 * Tries select and insert on `realtime.messages` as the caller, with `realtime.topic()` set, and undoes both.
 * @throws CallerError for a role that is not granted to callers.
 */
export async function readRights(context: BackendContext, caller: Caller, subTopic: string): Promise<Rights> {
	const sql = context.requests
	const rows = await sql<{ extension: string; may_read: boolean; may_write: boolean }[]>`
		select * from realtime.channel_rights(${subTopic}, ${caller.role}, ${sql.json(caller.claims as never)})`.catch(
		(error: Error & { code?: string }) => {
			throw error.code === '42501' || error.code === '22023' ? new CallerError(error.code, error.message) : error
		},
	)
	const of = (extension: string): { may_read: boolean; may_write: boolean } =>
		rows.find((row) => row.extension === extension) ?? { may_read: false, may_write: false }
	return {
		readBroadcast: of('broadcast').may_read,
		writeBroadcast: of('broadcast').may_write,
		readPresence: of('presence').may_read,
		writePresence: of('presence').may_write,
	}
}

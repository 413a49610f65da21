import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'

export type SmsChannel = 'sms' | 'whatsapp'
export type Sms = { to: string; text: string; channel: SmsChannel }

/** Sends text messages. A provider is one function; `send` returns the provider's id for the message, if there is one. */
export type SmsSender = {
	channels: SmsChannel[]
	send(sms: Sms): Promise<string | undefined>
}

/** The sender for development: a folder with one JSON file per message, which only its owner can read. */
export function createSmsOutbox(folder: string): SmsSender {
	return {
		channels: ['sms'],
		async send(sms) {
			const id = randomUUID()
			await fs.mkdir(folder, { recursive: true, mode: 0o700 })
			const name = `${new Date().toISOString().replaceAll(':', '-')}-${id}.json`
			const text = JSON.stringify({ id, ...sms, sentAt: new Date().toISOString() }, null, '\t')
			await fs.writeFile(path.join(folder, name), `${text}\n`, { mode: 0o600 })
			return id
		},
	}
}

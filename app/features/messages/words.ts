import type { Enums } from '#app/database.types.ts'
import { SKIP_REASONS } from '#app/features/appointments/texts.ts'

type State = Enums<'message_state'>

export const STATE_WORDS: Record<State, string> = {
	queued: 'wartet',
	sending: 'wartet',
	sent: 'gesendet',
	delivered: 'zugestellt',
	failed: 'nicht zustellbar',
	bounced: 'nicht zustellbar',
	skipped: 'nicht gesendet',
	unknown: 'unklar',
}

export const CHANNEL_NAMES: Record<string, string> = { mail: 'E-Mail', sms: 'SMS', push: 'Push-Nachricht' }

// What mail servers and our own outbox say, the most telling first.
const FAULTS: [RegExp, string][] = [
	[/^lease ran out$/, 'weil der Versand immer wieder abbrach'],
	[/^no sender for the channel/, 'weil dafür kein Versand eingerichtet ist'],
	[/full|quota|\b[45]52\b|\b[45]\.2\.2\b/i, 'weil das Postfach voll ist'],
	[/spam|blocked|blacklist|policy|\b5\.7\.\d/i, 'weil der Mailserver sie für Werbung hält oder nicht annehmen will'],
	[/\b55[0134]\b|\b5\.1\.\d|user|mailbox|recipient|address/i, 'weil es die Adresse nicht gibt oder sie nichts annimmt'],
	[/time|abort|ECONN|ENOTFOUND|EAI_AGAIN|socket|greeting/i, 'weil der Mailserver nicht zu erreichen war'],
]

type Told = { state: State; last_error: string; attempts: number }

/** Why a message is not where it should be, as the end of a sentence; empty when there is nothing to say. */
export function reasonOf({ state, last_error, attempts }: Told): string {
	if (state === 'skipped') return SKIP_REASONS[last_error] ?? ''
	if (state === 'failed' || state === 'bounced')
		return FAULTS.find(([pattern]) => pattern.test(last_error))?.[1] ?? 'weil der Mailserver sie nicht angenommen hat'
	if (state === 'unknown') return 'weil niemand den Empfang bestätigt hat'
	return (state === 'queued' || state === 'sending') && attempts > 1
		? `nach ${attempts} Versuchen, wird wiederholt`
		: ''
}

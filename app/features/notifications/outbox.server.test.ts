import { expect, test, vi } from 'vitest'
import type { AppServices } from '#app/lib/context.server.ts'
import type { OutgoingMail, SendMail } from '#app/lib/mail.ts'
import { sendDueMessages } from './outbox.server.ts'

type World = { lost?: string[]; broken?: string; purpose?: string; channel?: string }
type Call = { verb: string; args: Record<string, unknown> }

/** Services whose database has these messages due; those in `lost` are meanwhile claimed by another process. */
function openServices(ids: string[], { lost = [], broken, purpose = 'transactional', channel = 'mail' }: World = {}) {
	const calls: Call[] = []
	const message = (id: string) => ({
		...{
			id,
			kind: 'account_password_changed',
			audience: 'customer',
			recipient: `${id}@example.org`,
			attempts: 3,
			purpose,
			channel,
		},
		payload: { name: 'Mia', at: '2026-11-21T09:05:00Z' },
	})
	const answers: Record<string, (args: Record<string, unknown>) => unknown> = {
		claim_messages: () => ids.map(message),
		hand_over_message: ({ p_id }) => !lost.includes(String(p_id)),
		finish_message: () => 'sent',
		opt_out_token: ({ p_message }) => `v1.${String(p_message)}.signed`,
	}
	const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input, init)
		const verb = new URL(request.url).pathname.split('/').at(-1) ?? ''
		const args = (await request.json()) as Call['args']
		calls.push({ verb, args })
		if (broken && args.p_id === broken) return Response.json({ message: 'away' }, { status: 500 })
		return Response.json(answers[verb]?.(args))
	}
	const supabase = { url: 'http://localhost:9999', publishableKey: 'p'.repeat(20), secretKey: 's'.repeat(20), fetch }
	const services = { siteUrl: 'https://termine.example:8443', supabase, report: () => undefined }
	const of = (verb: string) => calls.filter((call) => call.verb === verb).map(({ args }) => args)
	return { services: services as unknown as AppServices, of }
}

/** Ids of mails in the order in which they left. */
const recorder = (sent: OutgoingMail[]): SendMail => {
	return async (mail) => {
		sent.push(mail)
		return { provider: 'smtp', id: '250 ok' }
	}
}

test('a message is sent with an id of this site, and the ledger records the provider', async () => {
	const { services, of } = openServices(['m1'])
	const sent: OutgoingMail[] = []
	expect(await sendDueMessages(services, { mail: recorder(sent) })).toBe(1)
	expect(sent[0]?.messageId).toBe('<m1@termine.example>')
	expect(of('hand_over_message')).toEqual([{ p_id: 'm1', p_attempt: 3 }])
	expect(of('finish_message')).toEqual([{ p_id: 'm1', p_attempt: 3, p_provider: 'smtp', p_provider_id: '250 ok' }])
})

test('a message that another process has claimed meanwhile is not sent', async () => {
	const { services, of } = openServices(['m1', 'm2'], { lost: ['m1'] })
	const sent: OutgoingMail[] = []
	await sendDueMessages(services, { mail: recorder(sent) })
	expect(sent.map(({ to }) => to)).toEqual(['m2@example.org'])
	expect(of('finish_message')).toMatchObject([{ p_id: 'm2' }])
})

test('a mail that hangs does not hold up the others', async () => {
	const { services } = openServices(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'])
	const sent: OutgoingMail[] = []
	const others = Promise.withResolvers<void>()
	const slow: SendMail = async (mail) => {
		if (mail.to.startsWith('m1')) await others.promise
		if (sent.push(mail) === 6) others.resolve()
		return { provider: 'smtp' }
	}
	await sendDueMessages(services, { mail: slow })
	expect(sent.at(-1)?.to).toBe('m1@example.org')
})

test('a message refused for good is told apart from one that may be tried again', async () => {
	const { services, of } = openServices(['m1', 'm2'])
	// The mailer has its own copy of the class, as it does beside the built application.
	vi.resetModules()
	const { MessageRefused } = await import('#app/lib/senders.ts')
	await sendDueMessages(services, {
		mail: (mail) =>
			Promise.reject(mail.to.startsWith('m1') ? new MessageRefused('550 no such user') : new Error('451 later')),
	})
	expect(of('finish_message')).toMatchObject([
		{ p_id: 'm1', p_error: '550 no such user', p_permanent: true },
		{ p_id: 'm2', p_error: '451 later', p_permanent: false },
	])
})

test('when the database fails for one message, the others are still sent before the round ends with the error', async () => {
	const { services } = openServices(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'], { broken: 'm1' })
	const sent: OutgoingMail[] = []
	await expect(sendDueMessages(services, { mail: recorder(sent) })).rejects.toThrow('away')
	expect(sent).toHaveLength(6)
})

test('only advertising has an unsubscribe link in its text and headers', async () => {
	const sent: OutgoingMail[] = []
	await sendDueMessages(openServices(['m1'], { purpose: 'marketing' }).services, { mail: recorder(sent) })
	await sendDueMessages(openServices(['m2']).services, { mail: recorder(sent) })
	const link = 'https://termine.example:8443/abmelden/v1.m1.signed'
	expect(sent[0]?.headers).toEqual({
		'List-Unsubscribe': `<${link}>`,
		'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
	})
	expect(sent[0]?.text.indexOf(link)).toBeLessThan(sent[0]?.text.indexOf('\n-- \n') ?? 0)
	expect(sent[0]?.html).toContain(`<a href="${link}">Werbung abbestellen</a></p></body>`)
	expect(sent[1]?.headers).toBeUndefined()
	expect(`${sent[1]?.text}${sent[1]?.html}`).not.toContain('abmelden')
})

test('a server that stops waits for the mails on their way, and begins no others', async () => {
	const { services, of } = openServices(['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'])
	const stopping = new AbortController()
	const sent: OutgoingMail[] = []
	const hang = async (mail: OutgoingMail) => {
		stopping.abort()
		await new Promise((resolve) => setTimeout(resolve, 20))
		return recorder(sent)(mail)
	}
	await sendDueMessages(services, { mail: hang }, stopping.signal)
	expect(sent).toHaveLength(5)
	expect(of('finish_message')).toHaveLength(5)
})

test('a message of an unknown channel is queued again, perhaps for a newer process', async () => {
	const { services, of } = openServices(['m1'], { channel: 'pigeon' })
	const sent: OutgoingMail[] = []
	await sendDueMessages(services, { mail: recorder(sent) })
	expect(sent).toEqual([])
	expect(of('finish_message')).toMatchObject([{ p_error: 'no sender for the channel pigeon', p_permanent: false }])
})

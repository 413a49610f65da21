import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { MessageRefused } from '#app/lib/senders.ts'
import { readConfig } from './config.ts'
import { createMailer, smtpMailer } from './mail.ts'

const MAIL = { to: 'mia@example.org', subject: 'Hallo', html: '<p>Hallo</p>', text: 'Hallo' }
type Answers = Partial<Record<'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'end', string>>

let server: Server
let closed: Promise<unknown>
afterEach(() => new Promise((done) => server.close(done)))

/** A mail server that accepts everything except the steps given here; an empty text means that it never answers. */
async function startServer(given: Answers): Promise<string> {
	const answers: Record<string, string> = {
		...{ greeting: '220 ready', EHLO: '250-here\r\n250 AUTH PLAIN', AUTH: '235 ok', MAIL: '250 ok', RCPT: '250 ok' },
		...{ DATA: '354 go on', end: '250 queued as 7F', QUIT: '221 bye', ...given },
	}
	server = createServer((socket) => {
		const say = (step: string) => answers[step] && socket.write(`${answers[step]}\r\n`)
		let inData = false
		closed = once(socket, 'close')
		socket.on('error', () => undefined)
		say('greeting')
		createInterface(socket).on('line', (line) => {
			const step = inData ? (line === '.' ? 'end' : '') : String(line.split(/[ :]/)[0])
			if (step) say(step)
			inData = step === 'DATA' ? answers.DATA?.startsWith('3') === true : inData && step !== 'end'
		})
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	return `smtp://user:password@127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`
}

const send = async (given: Answers, timeoutMs?: number) =>
	smtpMailer(await startServer(given), 'a@example.org', timeoutMs).send(MAIL)

test('a mail that was accepted gets the id that the server gave it', async () => {
	expect(await send({})).toEqual({ provider: 'smtp', id: '250 queued as 7F' })
})

test('nothing leaves for an address that cannot exist', async () => {
	const url = await startServer({ RCPT: '550 must not be asked' })
	const { mailer } = createMailer({ ...readConfig({}), SMTP_URL: url })
	for (const to of ['demo-1@demo.invalid', 'x@INVALID.', 'x@sub.demo.INVALID'])
		expect(await mailer.send({ ...MAIL, to })).toEqual({ provider: 'none' })
	await expect(mailer.send({ ...MAIL, to: 'x@invalid.example.org' })).rejects.toBeInstanceOf(MessageRefused)
})

test.each<Answers>([{ RCPT: '550 no such user' }, { DATA: '554 no' }, { end: '550 looks like spam' }])(
	'what the server refuses for good is told from what it refuses for now: %o',
	async (given) => {
		await expect(send(given)).rejects.toBeInstanceOf(MessageRefused)
	},
)

test.each<Answers>([
	...[{ RCPT: '451 greylisted' }, { RCPT: '421 too busy' }, { end: '452 full' }, { DATA: '503 bad sequence' }],
	// The operator has to fix these, and no mail must be lost meanwhile.
	...[{ AUTH: '535 wrong password' }, { MAIL: '550 this sender is not allowed' }, { greeting: '554 not today' }],
])('may be tried again: %o', async (given) => {
	const error: unknown = await send(given).catch((reason: unknown) => reason)
	expect(error).toBeInstanceOf(Error)
	expect(error).not.toBeInstanceOf(MessageRefused)
})

test.each<Answers>([{ greeting: '' }, { RCPT: '' }, { end: '' }])(
	'a server that says nothing is left after a while, with its connection: %o',
	async (given) => {
		const error: unknown = await send(given, 300).catch((reason: unknown) => reason)
		expect(error).toMatchObject({ name: 'AbortError' })
		await closed
	},
)

test('a server that never stops talking does not hold up other mails either', async () => {
	const url = await startServer({ RCPT: '' })
	server.on('connection', (socket) => {
		const drip = setInterval(() => socket.write('250-still thinking\r\n'), 50)
		socket.on('close', () => clearInterval(drip))
	})
	await expect(smtpMailer(url, 'a@example.org', 300).send(MAIL)).rejects.toThrow('aborted')
	await closed
})

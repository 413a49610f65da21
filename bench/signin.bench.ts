import { createClient } from '@supabase/supabase-js'
import { compare, hash } from 'bcrypt'
import { NO_SOCKET, openBenchBackend } from './backend.ts'
import { median, openBenchDatabase } from './database.ts'

// Sign-ins with a password through the official client in one process, compared with bare verifications of the same hash, which are
// the upper limit. Rounds alternate; both run as many at a time as there are threads for hashing.
const BAR = 0.75
const ROUNDS = 5
const PER_ROUND = 24
const AT_A_TIME = 8
const PASSWORD = 'a long enough pass'

const database = await openBenchDatabase(4)
const services = await openBenchBackend(database.url)
const { backend, keys } = services
const fetch = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
	backend.fetch(new Request(input, init))
const auth = { persistSession: false, autoRefreshToken: false }
const admin = createClient(NO_SOCKET, keys.secret, { global: { fetch }, auth })
const emails = Array.from({ length: AT_A_TIME }, (_, index) => `user${index}@bench.example`)
for (const email of emails) await admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
const stored = await hash(PASSWORD, 10)

async function signIn(worker: number): Promise<void> {
	const client = createClient(NO_SOCKET, keys.publishable, { global: { fetch }, auth })
	const { data, error } = await client.auth.signInWithPassword({ email: emails[worker] ?? '', password: PASSWORD })
	if (error || !data.session.access_token) throw new Error(`not signed in: ${error?.message}`)
}

async function verify(): Promise<void> {
	if (!(await compare(PASSWORD, stored))) throw new Error('wrong')
}

type Measure = { perSecond: number; cpu: number }

async function measure(task: (worker: number) => Promise<void>): Promise<Measure> {
	const before = process.cpuUsage()
	const started = performance.now()
	let left = PER_ROUND
	const work = async (worker: number): Promise<void> => {
		while (left-- > 0) await task(worker)
	}
	await Promise.all(Array.from({ length: AT_A_TIME }, (_, worker) => work(worker)))
	const seconds = (performance.now() - started) / 1000
	const { user, system } = process.cpuUsage(before)
	return { perSecond: PER_ROUND / seconds, cpu: (user + system) / 1000 / PER_ROUND }
}

const limit: Measure[] = []
const service: Measure[] = []
await measure(verify)
await measure(signIn)
for (let round = 0; round < ROUNDS; round++) {
	limit.push(await measure(verify))
	service.push(await measure(signIn))
}
const middle = (measures: Measure[], key: keyof Measure): number => median(measures.map((one) => one[key]))
const ratio = middle(limit, 'cpu') / middle(service, 'cpu')
console.log('                          per second   CPU ms each, this process')
for (const [name, measures] of Object.entries({ 'bare verification (limit)': limit, 'sign-in': service })) {
	console.log(
		`${name.padEnd(26)} ${middle(measures, 'perSecond').toFixed(1).padStart(9)}   ${middle(measures, 'cpu').toFixed(1).padStart(8)}`,
	)
}
console.log(`of the limit, by CPU: ${ratio.toFixed(2)}`)
if (ratio < BAR) process.exitCode = 1
await services.close()
await database.stop()

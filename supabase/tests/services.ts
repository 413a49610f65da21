import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { importJWK, SignJWT } from 'jose'
import type { Database } from '#app/database.types.ts'
import { createBackend } from '#backend/index.ts'
import { loadKeys } from '#backend/keys.ts'

const url = 'http://localhost:9997'

type Caller = { token?: string; headers?: Record<string, string>; fetch?: typeof fetch }

export type TestServices = Awaited<ReturnType<typeof openTestServices>>

/**
 * The services on a test's own database, without a socket, limits and mails. `fetch` asks them, `client` is the official client as
 * somebody from outside has it, and `tokenOf` signs in a person without their password. @param files where files already are
 */
export async function openTestServices(databaseUrl: string, poolSize = 5, files?: string) {
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'services-'))
	const storageDir = files ?? path.join(folder, 'storage')
	const keys = await loadKeys(folder)
	// All tests of a run share the login role, so its password must be the same.
	keys.database = 'test'
	const backend = await createBackend({
		...{ databaseUrl, keys, poolSize, mailer: { send: async () => undefined } },
		settings: {
			...{ url, siteUrl: url, redirectAllowList: [], storageDir, templatesDir: folder, confirmMail: false },
			...{ schemas: ['public'], rateLimits: false, log: () => undefined },
		},
	})
	const answer: typeof fetch = (input, init) => backend.fetch(new Request(input, init))
	const signing = await importJWK(keys.signing, 'ES256')
	return {
		...{ url, keys, backend },
		/** As the app's own clients find them. */
		supabase: { url, publicUrl: url, publishableKey: keys.publishable, secretKey: keys.secret, fetch: answer },
		client: ({ token, headers, fetch = answer }: Caller = {}, key = keys.publishable): SupabaseClient<Database> =>
			createClient<Database>(url, key, {
				global: { fetch, headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) } },
				auth: { persistSession: false, autoRefreshToken: false },
			}),
		tokenOf: (user: string): Promise<string> =>
			new SignJWT({ role: 'authenticated' })
				.setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid })
				.setSubject(user)
				.setIssuer(`${url}/auth/v1`)
				.setIssuedAt()
				.setExpirationTime('1h')
				.sign(signing),
		async close(): Promise<void> {
			await backend.close()
			await fs.rm(folder, { recursive: true, force: true })
		},
	}
}

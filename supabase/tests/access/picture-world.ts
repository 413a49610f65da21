import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { importJWK, SignJWT } from 'jose'
import sharp from 'sharp'
import type { Database } from '#app/database.types.ts'
import { createBackend } from '#backend/index.ts'
import { loadKeys } from '#backend/keys.ts'
import { openSalon } from '../booking/salon.ts'

export const url = 'http://localhost:9998'
export const ROLES = ['owner', 'manager', 'staff', 'customer', 'stranger', 'foreigner', 'anon'] as const
export type Role = (typeof ROLES)[number]

/** A salon with real files, and a client for each role. `meanwhile.before` runs once, just before the next row is changed. */
export async function openPictures() {
	const clients = {} as Record<Role, SupabaseClient<Database>>
	const meanwhile: { before?: () => Promise<unknown> } = {}
	const salon = await openSalon()
	const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pictures-'))
	const keys = await loadKeys(folder)
	// All tests of a run share the login role, so its password must be the same.
	keys.database = 'test'
	const settings = {
		url,
		siteUrl: url,
		redirectAllowList: [],
		storageDir: folder,
		templatesDir: folder,
		confirmMail: false,
	}
	const backend = await createBackend({
		...{ databaseUrl: salon.url, keys, poolSize: 5, mailer: { send: async () => undefined } },
		settings: { ...settings, schemas: ['public'], rateLimits: false, log: () => undefined },
	})
	const answer = async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input, init)
		if (request.method === 'PATCH') {
			const { before } = meanwhile
			meanwhile.before = undefined
			await before?.()
		}
		return backend.fetch(request)
	}
	const signing = await importJWK(keys.signing, 'ES256')
	for (const role of ROLES) {
		const token =
			role === 'anon'
				? undefined
				: await new SignJWT({ role: 'authenticated' })
						.setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid })
						.setSubject(salon.user[role])
						.setIssuer(`${url}/auth/v1`)
						.setIssuedAt()
						.setExpirationTime('1h')
						.sign(signing)
		clients[role] = createClient<Database>(url, keys.publishable, {
			global: { fetch: answer, ...(token ? { headers: { authorization: `Bearer ${token}` } } : {}) },
			auth: { persistSession: false, autoRefreshToken: false },
		})
	}
	const close = async (): Promise<void> => {
		await backend.close()
		await salon.close()
		await fs.rm(folder, { recursive: true, force: true })
	}
	return { salon, clients, meanwhile, backend, close }
}

/** A picture whose left half is red and whose right half is blue. */
export async function photo(width = 800, height = 400): Promise<File> {
	const red = await sharp({ create: { width: width / 2, height, channels: 3, background: '#ff0000' } })
		.png()
		.toBuffer()
	const data = await sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
		.composite([{ input: red, left: 0, top: 0 }])
		.jpeg()
		.withExif({ IFD0: { Copyright: 'Anna' } })
		.toBuffer()
	return new File([new Uint8Array(data)], 'foto.jpg')
}

import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import type { Database } from '#app/database.types.ts'
import { openSalon } from '../booking/salon.ts'
import { openTestServices } from '../services.ts'

export const ROLES = ['owner', 'manager', 'staff', 'customer', 'stranger', 'foreigner', 'anon'] as const
export type Role = (typeof ROLES)[number]

/** A salon with real files, and a client for each role. `meanwhile.before` runs once, just before the next row is changed. */
export async function openPictures() {
	const clients = {} as Record<Role, SupabaseClient<Database>>
	const meanwhile: { before?: () => Promise<unknown> } = {}
	const salon = await openSalon()
	const services = await openTestServices(salon.url)
	const answer = async (input: RequestInfo | URL, init?: RequestInit) => {
		const request = new Request(input, init)
		if (request.method === 'PATCH') {
			const { before } = meanwhile
			meanwhile.before = undefined
			await before?.()
		}
		return services.backend.fetch(request)
	}
	for (const role of ROLES) {
		const token = role === 'anon' ? undefined : await services.tokenOf(salon.user[role])
		clients[role] = services.client({ token, fetch: answer })
	}
	const close = async (): Promise<void> => {
		await services.close()
		await salon.close()
	}
	return { salon, clients, meanwhile, services, close }
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

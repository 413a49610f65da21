import { randomBytes, randomUUID } from 'node:crypto'
import { invariantData } from '#app/lib/invariant.ts'
import { sandboxParts } from '#supabase/seeds/demo/sandbox.ts'
import { seedReference } from '#supabase/seeds/reference.ts'
import { insertWorld } from '../availability/world.ts'
import { createTestDatabase } from '../database.ts'
import { openTestServices } from '../services.ts'

export type Lease = { company_id: string; user_id: string; email: string; until: string }

/** A database with a real business and the services, for sandboxes that `prepare` makes as the server does. */
export async function openSandboxes() {
	const database = await createTestDatabase()
	const { sql } = database
	await seedReference(sql)
	const real = await insertWorld(sql, {
		...{ zone: 'Europe/Berlin', grid: 30, notice: 0, horizon: 30, exceptions: [], state: 'published' },
		services: [{ duration: 60, price: 2000 }],
		employees: [
			{
				...{ position: 0, offers: [{ service: 0 }], booked: [] },
				hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: '08:00', ends: '20:00' })),
			},
		],
	})
	const services = await openTestServices(database.url)
	const server = services.client({}, services.keys.secret)
	return {
		...{ sql, services, server, real },
		async prepare(ready = 30): Promise<string | null> {
			const email = `demo-${randomUUID()}@demo.invalid`
			const { data } = await server.auth.admin.createUser({
				email,
				email_confirm: true,
				user_metadata: { name: 'Anna Becker' },
			})
			const user = data.user?.id ?? ''
			const p_parts = sandboxParts(user, new Date()) as never
			return invariantData(await server.rpc('prepare_sandbox', { p_user: user, p_parts, p_ready: ready }))
		},
		lease: async (key = randomBytes(32).toString('hex')) =>
			invariantData(await server.rpc('lease_sandbox', { p_key_hash: key })) as Lease | null,
		/** The official client as the visitor of a sandbox has it. */
		visitor: async ({ user_id }: Lease) => services.client({ token: await services.tokenOf(user_id) }),
		async close(): Promise<void> {
			await services.close()
			await database.drop()
		},
	}
}

export type Sandboxes = Awaited<ReturnType<typeof openSandboxes>>

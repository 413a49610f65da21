import { expect, test } from 'vitest'
import type { AppServices } from './context.server.ts'
import { openJar } from './session-cookies.server.ts'
import { anonymousClient, serverClient, visitorClient } from './supabase.server.ts'
import { asVisitor, VISITOR_HEADER } from './visitor.server.ts'

const seen: [path: string | undefined, mark: string][] = []
const services = {
	siteUrl: 'http://localhost',
	supabase: {
		url: 'http://localhost',
		publishableKey: 'sb_publishable_x',
		secretKey: 'sb_secret_x',
		fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
			const { url, headers } = new Request(input, init)
			seen.push([new URL(url).pathname.split('/').at(-1), headers.get(VISITOR_HEADER) ?? 'unsigned'])
			return Response.json([])
		},
	},
	signVisitor: (address: string) => (address ? `signed ${address}` : undefined),
} as unknown as AppServices

test("calls of the shared client carry the address of the request they serve, and the server's own calls carry none", async () => {
	const client = anonymousClient(services)
	const { promise: later, resolve } = Promise.withResolvers<void>()
	const requests = ['203.0.113.1', '203.0.113.2'].map((address) =>
		asVisitor(address, async () => {
			await client.rpc('second_factor_missing')
			// Data that a page still loads after its head is sent.
			await later
			await client.from('cities').select()
			const jar = openJar(null, services.siteUrl)
			await visitorClient(services, { jar, address, userAgent: '' }).from('cities').select()
			await serverClient(services).from('cities').select()
		}),
	)
	await client.from('cities').select()
	resolve()
	await Promise.all(requests)
	await asVisitor('', async () => await client.from('cities').select())
	const marks = (name: string): Record<string, number> =>
		Object.fromEntries(
			Object.entries(
				Object.groupBy(
					seen.filter(([path]) => path === name),
					([, mark]) => mark,
				),
			).map(([mark, calls]) => [mark, calls?.length ?? 0]),
		)
	expect(marks('second_factor_missing')).toEqual({ 'signed 203.0.113.1': 1, 'signed 203.0.113.2': 1 })
	expect(marks('cities')).toEqual({ 'signed 203.0.113.1': 2, 'signed 203.0.113.2': 2, unsigned: 4 })
})

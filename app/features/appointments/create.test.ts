import { expect, test } from 'vitest'
import type { Client } from '#app/lib/supabase.server.ts'
import { submitCreate } from './create.server.ts'

// Any query of the database fails the test.
const client = new Proxy({} as Client, {
	get: (_client, name) => {
		throw new Error(`asked for ${String(name)}`)
	},
})
const member = { client, location: { id: 'l', time_zone: 'Europe/Berlin' } }

test('a form with an unknown intent books nothing and keeps what was typed', async () => {
	for (const intent of [{}, { intent: 'frei' }, { absicht: 'suche' }]) {
		const form = new FormData()
		const typed = { ...intent, service: crypto.randomUUID(), name: 'Eva', tag: '24.11.2026', zeit: '10:00' }
		for (const [name, value] of Object.entries(typed)) form.append(name, value)
		const answer = await submitCreate(member, form)
		expect(answer).toMatchObject({ values: { name: 'Eva', zeit: '10:00' }, errors: { zeit: expect.any(String) } })
	}
})

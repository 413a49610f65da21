import { expect, test } from 'vitest'
import { isDemoAddress } from '#app/lib/demo-account.ts'
import { hashOfLease, leaseCookie, leaseOf, newLeaseKey } from '#app/lib/demo-lease.server.ts'

test('only accounts that the server makes are those of the demo', () => {
	expect(isDemoAddress('demo-0b8c5c0e-6d2f-4a51-9c0e-1f2a3b4c5d6e@demo.invalid')).toBe(true)
	for (const other of ['', 'demo@demo.invalid', 'demo-0b8c5c0e-6d2f-4a51-9c0e-1f2a3b4c5d6e@demo.invalid.example.org'])
		expect(isDemoAddress(other)).toBe(false)
})

test('a browser keeps the key of its demo, and nothing else is taken for one', () => {
	const lease = { key: newLeaseKey(), until: new Date(1_800_000_000_000) }
	const request = (cookie: string) => new Request('http://localhost/demo', { headers: { cookie } })
	expect(leaseOf(request(`a=b; ${leaseCookie(lease).split(';')[0]}`))).toEqual(lease)
	for (const cookie of ['', 'zeitplatz-demo=', 'zeitplatz-demo=x.1', `x-zeitplatz-demo=${lease.key}.1800000000000`])
		expect(leaseOf(request(cookie))).toBeNull()
	expect(hashOfLease(lease.key)).toMatch(/^[0-9a-f]{64}$/)
})

import { describe, expect, it } from 'vitest'
import type { AppServices } from '#app/lib/context.server.ts'
import { formTarget, redirectToProvider } from './leaving.server.ts'

const stripe = { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' }
const services = { stripe } as unknown as AppServices

describe('leaving for the provider', () => {
	it('leads to its pages and to ours, and to no others', () => {
		const page = 'https://checkout.stripe.com/c/pay/cs_1'
		const away = redirectToProvider(services, page, new Headers({ 'set-cookie': 'a=b' }))
		expect([away.status, away.headers.get('location'), away.headers.get('set-cookie')]).toEqual([303, page, 'a=b'])
		expect(redirectToProvider(services, '/booking/1/zahlung').headers.get('location')).toBe('/booking/1/zahlung')
		for (const address of [
			'https://checkout.stripe.com.evil.example/',
			'http://checkout.stripe.com/',
			'https://evil.example',
		])
			expect(() => redirectToProvider(services, address)).toThrow('the provider leads to')
		expect(() => redirectToProvider({} as AppServices, page)).toThrow('the provider leads to')
	})

	it('lets forms be redirected only where a payment or an account begins', () => {
		const of = (path: string, apiBase?: string) => formTarget({ stripe: { ...stripe, apiBase } }, path)
		expect(of('/listings/salon/booking')).toBe('https://checkout.stripe.com')
		expect(of('/booking/1/zahlung')).toBe('https://checkout.stripe.com')
		expect(of('/admin/settings/payments')).toBe('https://connect.stripe.com')
		expect(of('/booking/1/zahlung', 'http://127.0.0.1:4000/')).toBe('http://127.0.0.1:4000')
		for (const path of ['/', '/booking/1', '/listings/salon', '/admin/settings', '/listings/a/b/booking'])
			expect(of(path)).toBeUndefined()
		expect(formTarget({}, '/booking/1/zahlung')).toBeUndefined()
	})
})

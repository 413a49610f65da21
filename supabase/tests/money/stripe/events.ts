import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { type Account, newId, seconds } from './state.ts'

export type Delivery = { hook: string | undefined; secret: string; times: number; reversed: boolean }

/** The header by which Stripe proves that it sent something. */
export function signatureOf(body: string, secret: string, at = seconds()): string {
	return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

export function eventOf(type: string, account: Account, object: object): Stripe.Event {
	const event = {
		...{ id: newId('evt'), object: 'event', type, account: account.id, created: seconds() },
		// As it was then; what happens afterwards does not change it.
		...{ api_version: '2026-10-28.endive', livemode: false, data: { object: structuredClone(object) } },
	} as unknown as Stripe.Event
	account.events.push(event)
	return event
}

/** Sends an event, as often as deliveries say. What is refused is not sent again: others tell of it. */
export async function send(event: Stripe.Event, { hook, secret, times }: Delivery): Promise<void> {
	if (!hook) return
	const body = JSON.stringify(event)
	for (let time = 0; time < times; time++) {
		const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, secret) }
		await fetch(hook, { method: 'POST', body, headers }).catch(() => undefined)
	}
}

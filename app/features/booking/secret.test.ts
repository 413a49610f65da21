import { describe, expect, it } from 'vitest'
import {
	bookingCookies,
	draftCookies,
	hashOf,
	heldByCookie,
	latestCookie,
	madeCookies,
	newSecret,
	readBookingSecret,
	readDraft,
	readHeldBy,
	readLastBooking,
	readLatest,
	readSecret,
} from './secret.server.ts'

/** A request that sends back the cookies that were set. */
function carrying(cookies: string[]): Request {
	return new Request('http://x/', { headers: { cookie: cookies.map((one) => one.split(';')[0]).join('; ') } })
}

describe('secrets', () => {
	it('are long, new each time and known by their hash', () => {
		expect(newSecret()).toMatch(/^[\w-]{43}$/)
		expect(newSecret()).not.toBe(newSecret())
		expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
		expect(readSecret('a b')).toBeUndefined()
		expect(readSecret(`${newSecret()};x`)).toBeUndefined()
	})

	it('stay in cookies that scripts and other pages do not get', () => {
		const secret = newSecret()
		const held = heldByCookie({ secret, appointment: '6a0d1f8e-0000-4000-8000-000000000001' }, 'salon')
		expect(held).toMatch(/Path=\/listings\/salon; .*HttpOnly; SameSite=Lax$/)
		expect(readHeldBy(carrying([held]))).toEqual({ secret, appointment: '6a0d1f8e-0000-4000-8000-000000000001' })
		expect(readHeldBy(carrying(['zeitplatz-hold=short.x']))).toBeUndefined()
		const latest = latestCookie({ secret, appointment: '6a0d1f8e-0000-4000-8000-000000000001' })
		expect(latest).toMatch(/Path=\/listings; .*HttpOnly; SameSite=Lax$/)
		expect(readLatest(carrying([latest]))?.secret).toBe(secret)
		expect(readLatest(carrying([latestCookie({ secret })]))).toBeUndefined()
		const booking = bookingCookies(secret, '/booking/1')
		expect(booking.map((one) => /Path=([^;]+)/.exec(one)?.[1])).toEqual(['/booking/1', '/booking/1.data'])
		expect(readBookingSecret(carrying(booking))).toBe(secret)
	})

	it('open what was booked here, also for the page of the last booking; with an account only its number is kept', () => {
		const id = '6a0d1f8e-0000-4000-8000-000000000001'
		const secret = newSecret()
		const made = madeCookies({ secret }, id)
		expect(readLastBooking(carrying(made))).toBe(id)
		expect(made.filter((one) => one.includes(secret)).map((one) => /Path=([^;]+)/.exec(one)?.[1])).toEqual([
			`/booking/${id}`,
			`/booking/${id}.data`,
			'/booking-success',
			'/booking-success.data',
		])
		// The time chosen last is no longer one to give back.
		expect(madeCookies(undefined, id).map((one) => one.split(';')[0])).toEqual([
			'zeitplatz-held=',
			...[1, 2].map(() => `zeitplatz-last=${id}`),
		])
		expect(readLastBooking(carrying(['zeitplatz-last=x']))).toBeUndefined()
	})
})

describe('the draft', () => {
	it('keeps everything that was typed', () => {
		const draft = {
			name: 'Jörg "Weiß"; x=1',
			for_name: 'Lena',
			email: 'kein@',
			phone: '',
			note: `Zeile 1\nZeile 2 ${'ä'.repeat(1980)}`,
		}
		expect(readDraft(carrying(draftCookies(draft, 'salon')))).toEqual(draft)
		const hard = Array.from({ length: 2000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)))
		const long = { ...draft, note: hard.join('') }
		const cookies = draftCookies(long, 'salon')
		expect(readDraft(carrying(cookies))).toEqual(long)
		for (const one of cookies) expect(one.length).toBeLessThan(4096)
	})

	it('is gone when cleared and harmless when forged', () => {
		expect(readDraft(carrying(draftCookies(undefined, 'salon')))).toBeUndefined()
		expect(readDraft(carrying(['zeitplatz-contact-0=%%%']))).toBeUndefined()
		expect(readDraft(new Request('http://x/'))).toBeUndefined()
	})
})

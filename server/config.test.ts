import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { createMailer } from './mail.ts'
import { readSignIn } from './providers.ts'

describe('readConfig', () => {
	it('takes no payments unless it is told how, and by no provider that is not there yet', () => {
		expect(readConfig({}).PAYMENTS).toBe('test')
		expect(readConfig({ SEED: 'empty' }).PAYMENTS).toBe('off')
		expect(readConfig({ PAYMENTS: 'test' }).PAYMENTS).toBe('test')
		expect(() => readConfig({ PAYMENTS: 'bar' })).toThrow('PAYMENTS muss off, test oder stripe sein')
	})

	it('takes payments by Stripe only with both keys, and elsewhere only for tests', () => {
		const keys = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
		const live = { ...keys, PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_live_x' }
		expect(readConfig({ PAYMENTS: 'stripe', ...keys }).STRIPE_SECRET_KEY).toBe('sk_test_x')
		// Refunds reach Stripe also when new payments do not.
		expect(readConfig({ SEED: 'empty', ...keys }).PAYMENTS).toBe('off')
		expect(() => readConfig({ PAYMENTS: 'stripe' })).toThrow('STRIPE_SECRET_KEY fehlt')
		expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_x' })).toThrow('STRIPE_WEBHOOK_SECRET fehlt')
		expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'pk_test_x' })).toThrow('STRIPE_SECRET_KEY muss mit sk_test_')
		expect(() => readConfig(live)).toThrow('SITE_URL muss mit https:// beginnen')
		const site = { SITE_URL: 'https://termine.example' }
		expect(readConfig({ ...live, ...site }).PAYMENTS).toBe('stripe')
		const base = 'http://127.0.0.1:4000'
		expect(readConfig({ ...keys, STRIPE_API_BASE: base }).STRIPE_API_BASE).toBe(base)
		expect(() => readConfig({ ...live, ...site, STRIPE_API_BASE: base })).toThrow('STRIPE_API_BASE ist für Tests')
		expect(() => readConfig({ ...keys, STRIPE_API_BASE: 'http://10.0.0.8' })).toThrow('STRIPE_API_BASE muss mit https')
	})

	it('runs embedded without any setting', () => {
		expect(readConfig({})).toMatchObject({ mode: 'embedded', PORT: 3000, HOST: '127.0.0.1' })
	})

	it('names every wrong setting at once', () => {
		const read = (): unknown => readConfig({ PORT: 'abc', SITE_URL: 'zeitplatz.de', SEED: 'halb' })
		expect(read).toThrow(ConfigError)
		expect(read).toThrow(/PORT muss eine Zahl sein[\s\S]*SITE_URL muss mit http[\s\S]*SEED muss demo oder empty sein/)
	})

	it('takes map tiles from the server in the setting, or none', () => {
		expect(readConfig({}).TILE_URL).toBeUndefined()
		expect(readConfig({ TILE_URL: 'none' }).TILE_URL).toBe('none')
		const TILE_URL = 'https://{s}.tiles.example/{z}/{x}/{y}.png?key=1'
		expect(readConfig({ TILE_URL }).TILE_URL).toBe(TILE_URL)
		for (const TILE_URL of [
			'https://tiles.example/1.png',
			'https://tiles.example/{z}/{x}.png',
			"https://x.example/{z};script-src 'unsafe-inline'",
			'x{z}',
		])
			expect(() => readConfig({ TILE_URL })).toThrow('TILE_URL muss none oder eine Adresse')
	})

	it('prepares salons to try out with the demo data, else only when asked', () => {
		expect(readConfig({}).sandboxes).toBe(20)
		expect(readConfig({ SITE_URL: 'https://zeitplatz.example' }).sandboxes).toBe(0)
		expect(readConfig({ SITE_URL: 'https://zeitplatz.example', SANDBOXES: '5' }).sandboxes).toBe(5)
		for (const SANDBOXES of ['21', '-1', '2.5', 'viele'])
			expect(() => readConfig({ SANDBOXES })).toThrow(/SANDBOXES muss/)
	})

	it("makes a demo and shows its mails only on the developer's own machine", () => {
		const SITE_URL = 'https://zeitplatz.example'
		const DATABASE_URL = 'postgres://localhost/x'
		expect([{}, { SITE_URL }, { DATABASE_URL }, { SEED: 'empty' }].map((given) => readConfig(given).seed)).toEqual([
			...['demo', 'empty', 'empty', 'empty'],
		])
		expect(readConfig({ DATABASE_URL, SEED: 'demo' }).seed).toBe('demo')
		expect(() => readConfig({ SITE_URL, SEED: 'demo' })).toThrow('SEED=demo und SITE_URL schließen einander aus')
		expect(() => readConfig({ SITE_URL: 'http://localhost:3000', SEED: 'demo' })).toThrow(ConfigError)
		const elsewhere = [
			{ SITE_URL },
			{ DATABASE_URL },
			{ HOST: '0.0.0.0' },
			{ HOST: '192.168.0.7' },
			{ TRUST_PROXY: 'true' },
		]
		for (const given of elsewhere) {
			expect(createMailer(readConfig(given)).mailbox).toBeUndefined()
			expect(() => readConfig({ ...given, DEV_MAILBOX: 'true' })).toThrow('DEV_MAILBOX=true geht nur auf dem eigenen')
		}
		for (const given of [{}, { HOST: 'localhost' }, { HOST: '::1' }])
			expect(createMailer(readConfig(given)).mailbox).toBeDefined()
		expect(createMailer(readConfig({ SMTP_URL: 'smtp://localhost' })).mailbox).toBeUndefined()
		expect(createMailer(readConfig({ DEV_MAILBOX: 'false' })).mailbox).toBeUndefined()
	})

	it('has limits wherever it has a public address', () => {
		const SITE_URL = 'https://zeitplatz.example'
		expect(() => readConfig({ SITE_URL, RATE_LIMITS: 'false' })).toThrow('verträgt sich nicht mit SITE_URL')
		expect(readConfig({ SITE_URL, RATE_LIMITS: 'true' }).RATE_LIMITS).toBe(true)
		expect(readConfig({ RATE_LIMITS: 'false' }).RATE_LIMITS).toBe(false)
	})

	it('treats an empty setting as absent', () => {
		expect(readConfig({ DATABASE_URL: '', PORT: '' }).mode).toBe('embedded')
	})

	it('requires bucket and keys with an S3 server', () => {
		const given = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'a' }
		expect(() => readConfig(given)).toThrow('S3_SECRET_ACCESS_KEY fehlt')
		expect(readConfig({ ...given, S3_SECRET_ACCESS_KEY: 'b' }).S3_REGION).toBe('us-east-1')
	})

	it('requires all parts of a key at once', () => {
		expect(() => readConfig({ AUTH_APPLE_KEY_ID: 'k' })).toThrow('gehören zusammen')
		expect(() => readConfig({ SMS_HOOK_URL: 'https://sms.example' })).toThrow('SMS_HOOK_SECRET fehlt')
		expect(() => readConfig({ SMS_HOOK_SECRET: 'secret' })).toThrow('SMS_HOOK_SECRET muss mit')
		const key = { AUTH_APPLE_TEAM_ID: 't', AUTH_APPLE_KEY_ID: 'k', AUTH_APPLE_PRIVATE_KEY: 'a\\nb' }
		const { providers, phone } = readSignIn(readConfig({ ...key, AUTH_APPLE_CLIENT_ID: 'web', AUTH_PHONE: 'true' }))
		expect(providers?.apple?.apple).toEqual({ teamId: 't', keyId: 'k', privateKey: 'a\nb' })
		expect(phone).toEqual({ enabled: true })
	})

	it('requires both keys with hosted services', () => {
		const SUPABASE_URL = 'https://abc.supabase.co'
		expect(() => readConfig({ SUPABASE_URL })).toThrow('supabaseKey is required.')
		const keys = { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789', SUPABASE_SECRET_KEY: 'sb_secret_0123456789' }
		expect(readConfig({ SUPABASE_URL, ...keys }).mode).toBe('hosted')
		for (const [name, key] of Object.entries(keys))
			expect(() => readConfig({ [name]: key })).toThrow('SUPABASE_URL fehlt: supabaseUrl is required.')
		expect(readConfig({ ...keys, DATABASE_URL: 'postgres://localhost/x' }).mode).toBe('database')
		expect(() => readConfig({ SUPABASE_URL, ...keys, DATABASE_URL: 'postgres://localhost/x' })).toThrow(
			'schließen einander aus',
		)
	})
})

import { z } from 'zod'
import type { Call, Handler } from './call.ts'
import { AuthError } from './errors.ts'
import { askService } from './outgoing.ts'

export type CaptchaOptions = {
	provider: 'hcaptcha' | 'turnstile'
	secret: string
	/** Address of the check; by default the provider's. */
	url?: string
}

const ADDRESSES = {
	hcaptcha: 'https://api.hcaptcha.com/siteverify',
	turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

const Body = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string().nullish() }).nullish() })
const Answer = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).optional() })

/** When captchas are set up, runs a handler only after the visitor's captcha token has been accepted. */
export function captchaGuarded(handler: Handler): Handler {
	return async (call, params) => {
		const { captcha } = call.auth.options
		// No visitor is present at a refresh, and callers with the secret key are programs.
		const exempt = call.url.searchParams.get('grant_type') === 'refresh_token' || call.caller.role === 'service_role'
		if (captcha && !exempt) await checkCaptcha(call, captcha)
		return handler(call, params)
	}
}

async function checkCaptcha(call: Call, captcha: CaptchaOptions): Promise<void> {
	const parsed = Body.safeParse(
		await call.request
			.clone()
			.json()
			.catch(() => ({})),
	)
	const token = parsed.data?.gotrue_meta_security?.captcha_token
	if (!token) throw failed('no captcha_token found')
	const form = new URLSearchParams({ secret: captcha.secret, response: token })
	if (call.address) form.set('remoteip', call.address)
	let answer: z.output<typeof Answer>
	try {
		const { text } = await askService(captcha.url ?? ADDRESSES[captcha.provider], { method: 'POST', body: form })
		answer = Answer.parse(JSON.parse(text))
	} catch (error) {
		call.auth.settings.log('error', 'auth: captcha check failed', { error: String(error) })
		throw new AuthError(500, 'unexpected_failure', 'captcha verification process failed')
	}
	if (!answer.success) throw failed((answer['error-codes'] ?? []).join(', ') || 'not passed')
}

const failed = (why: string): AuthError =>
	new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${why})`)

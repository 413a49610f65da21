import type { Handler } from './call.ts'
import { AuthError } from './errors.ts'

const OAUTH_PROVIDERS =
	'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos zoom'

/** GET /settings: the settings that sign-in pages need. */
export const settings: Handler = async ({ auth }) => {
	const { options } = auth
	const names = new Set([...OAUTH_PROVIDERS.split(' '), ...Object.keys(options.providers)])
	const external = Object.fromEntries([...names].map((name) => [name, Object.hasOwn(options.providers, name)]))
	return Response.json({
		external: { anonymous_users: options.anonymous, ...external, email: true, phone: options.phone.enabled },
		disable_signup: !options.signup,
		mailer_autoconfirm: !auth.settings.confirmMail,
		phone_autoconfirm: options.phone.autoconfirm,
		sms_provider: auth.sms ? 'custom' : '',
		mfa_enabled: options.mfa.totp || options.mfa.phone || options.mfa.webauthn,
		saml_enabled: false,
		passkeys_enabled: options.passkeys,
	})
}

/** GET /health. */
export const health: Handler = async () =>
	Response.json({ version: 'v2', name: 'GoTrue', description: 'GoTrue-compatible user registration and sign-in' })

/** GET /.well-known/jwks.json: the public keys of access tokens. */
export const jwks: Handler = async ({ auth }) =>
	Response.json(auth.tokens.keySet, { headers: { 'cache-control': 'public, max-age=600' } })

/** POST /sso: hosted's answer when no company sign-in service (SAML) is set up. */
export const sso: Handler = async () => {
	throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
}

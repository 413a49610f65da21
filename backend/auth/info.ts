import type { Handler } from './call.ts'
import { invalid } from './errors.ts'

const OAUTH_PROVIDERS =
	'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos zoom'

/** GET /settings: what sign-in pages need to know. */
export const settings: Handler = async ({ auth }) => {
	const external = Object.fromEntries(OAUTH_PROVIDERS.split(' ').map((name) => [name, false]))
	return Response.json({
		external: { anonymous_users: false, ...external, email: true, phone: false },
		disable_signup: false,
		mailer_autoconfirm: !auth.settings.confirmMail,
		phone_autoconfirm: false,
		sms_provider: '',
		mfa_enabled: false,
		saml_enabled: false,
	})
}

/** GET /health. */
export const health: Handler = async () =>
	Response.json({ version: 'v2', name: 'GoTrue', description: 'GoTrue-compatible user registration and sign-in' })

/** GET /.well-known/jwks.json: the public keys of access tokens. */
export const jwks: Handler = async ({ auth }) =>
	Response.json(auth.tokens.keySet, { headers: { 'cache-control': 'public, max-age=600' } })

/** GET /authorize: no sign-in through other services is set up. */
export const noProvider: Handler = async () => {
	throw invalid('Unsupported provider: provider is not enabled')
}

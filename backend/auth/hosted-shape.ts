/** Type of a column as PostgreSQL names it; `!` means that it is never null, `generated` that it is computed. */
type Columns = Record<string, string>

const TIMES: Columns = { created_at: 'timestamptz', updated_at: 'timestamptz' }
const SURE_TIMES: Columns = { created_at: 'timestamptz!', updated_at: 'timestamptz!' }

/** The tables of hosted's auth schema, as `pg_dump` shows them on a project of 2026. */
export const HOSTED_AUTH_TABLES: Record<string, Columns> = {
	audit_log_entries: {
		instance_id: 'uuid',
		id: 'uuid!',
		payload: 'json',
		created_at: 'timestamptz',
		ip_address: 'varchar(64)!',
	},
	custom_oauth_providers: {
		...columns('id:uuid! provider_type:text! identifier:text! name:text! client_id:text! client_secret:text!'),
		...columns('acceptable_client_ids:text[]! scopes:text[]! pkce_enabled:boolean! attribute_mapping:jsonb!'),
		...columns('authorization_params:jsonb! enabled:boolean! email_optional:boolean! issuer:text discovery_url:text'),
		...columns(
			'skip_nonce_check:boolean! cached_discovery:jsonb discovery_cached_at:timestamptz authorization_url:text',
		),
		...columns('token_url:text userinfo_url:text jwks_uri:text custom_claims_allowlist:text[]!'),
		...SURE_TIMES,
	},
	flow_state: {
		...columns(
			'id:uuid! user_id:uuid auth_code:text code_challenge_method:auth.code_challenge_method code_challenge:text',
		),
		...columns(
			'provider_type:text! provider_access_token:text provider_refresh_token:text authentication_method:text!',
		),
		...columns('auth_code_issued_at:timestamptz invite_token:text referrer:text oauth_client_state_id:uuid'),
		...columns('linking_target_id:uuid email_optional:boolean!'),
		...TIMES,
	},
	identities: {
		...columns('provider_id:text! user_id:uuid! identity_data:jsonb! provider:text! last_sign_in_at:timestamptz'),
		...columns('email:text,generated id:uuid!'),
		...TIMES,
	},
	instances: { ...columns('id:uuid! uuid:uuid raw_base_config:text'), ...TIMES },
	mfa_amr_claims: { ...columns('session_id:uuid! authentication_method:text! id:uuid!'), ...SURE_TIMES },
	mfa_challenges: columns(
		'id:uuid! factor_id:uuid! created_at:timestamptz! verified_at:timestamptz ip_address:inet! otp_code:text web_authn_session_data:jsonb',
	),
	mfa_factors: {
		...columns('id:uuid! user_id:uuid! friendly_name:text factor_type:auth.factor_type! status:auth.factor_status!'),
		...columns(
			'secret:text phone:text last_challenged_at:timestamptz web_authn_credential:jsonb web_authn_aaguid:uuid',
		),
		...columns('last_webauthn_challenge_data:jsonb'),
		...SURE_TIMES,
	},
	oauth_authorizations: {
		...columns(
			'id:uuid! authorization_id:text! client_id:uuid! user_id:uuid redirect_uri:text! scope:text! state:text',
		),
		...columns('resource:text code_challenge:text code_challenge_method:auth.code_challenge_method nonce:text'),
		...columns(
			'response_type:auth.oauth_response_type! status:auth.oauth_authorization_status! authorization_code:text',
		),
		...columns('created_at:timestamptz! expires_at:timestamptz! approved_at:timestamptz'),
	},
	oauth_client_states: columns('id:uuid! provider_type:text! code_verifier:text created_at:timestamptz!'),
	oauth_clients: {
		...columns('id:uuid! client_secret_hash:text registration_type:auth.oauth_registration_type! redirect_uris:text!'),
		...columns('grant_types:text! client_name:text client_uri:text logo_uri:text deleted_at:timestamptz'),
		...columns('client_type:auth.oauth_client_type! token_endpoint_auth_method:text!'),
		...SURE_TIMES,
	},
	oauth_consents: columns(
		'id:uuid! user_id:uuid! client_id:uuid! scopes:text! granted_at:timestamptz! revoked_at:timestamptz',
	),
	one_time_tokens: columns(
		'id:uuid! user_id:uuid! token_type:auth.one_time_token_type! token_hash:text! relates_to:text! created_at:timestamp! updated_at:timestamp!',
	),
	refresh_tokens: {
		...columns(
			'instance_id:uuid id:bigint! token:varchar(255) user_id:varchar(255) revoked:boolean parent:varchar(255)',
		),
		...columns('session_id:uuid'),
		...TIMES,
	},
	saml_providers: {
		...columns('id:uuid! sso_provider_id:uuid! entity_id:text! metadata_xml:text! metadata_url:text'),
		...columns('attribute_mapping:jsonb name_id_format:text'),
		...TIMES,
	},
	saml_relay_states: {
		...columns('id:uuid! sso_provider_id:uuid! request_id:text! for_email:text redirect_to:text flow_state_id:uuid'),
		...TIMES,
	},
	schema_migrations: { version: 'varchar(255)!' },
	sessions: {
		...columns('id:uuid! user_id:uuid! factor_id:uuid aal:auth.aal_level not_after:timestamptz refreshed_at:timestamp'),
		...columns('user_agent:text ip:inet tag:text oauth_client_id:uuid refresh_token_hmac_key:text'),
		...columns('refresh_token_counter:bigint scopes:text'),
		...TIMES,
	},
	sso_domains: { ...columns('id:uuid! sso_provider_id:uuid! domain:text!'), ...TIMES },
	sso_providers: { ...columns('id:uuid! resource_id:text disabled:boolean'), ...TIMES },
	users: {
		...columns('instance_id:uuid id:uuid! aud:varchar(255) role:varchar(255) email:varchar(255)'),
		...columns('encrypted_password:varchar(255) email_confirmed_at:timestamptz invited_at:timestamptz'),
		...columns('confirmation_token:varchar(255) confirmation_sent_at:timestamptz recovery_token:varchar(255)'),
		...columns('recovery_sent_at:timestamptz email_change_token_new:varchar(255) email_change:varchar(255)'),
		...columns('email_change_sent_at:timestamptz last_sign_in_at:timestamptz raw_app_meta_data:jsonb'),
		...columns('raw_user_meta_data:jsonb is_super_admin:boolean phone:text phone_confirmed_at:timestamptz'),
		...columns('phone_change:text phone_change_token:varchar(255) phone_change_sent_at:timestamptz'),
		...columns('confirmed_at:timestamptz,generated email_change_token_current:varchar(255)'),
		...columns('email_change_confirm_status:smallint banned_until:timestamptz reauthentication_token:varchar(255)'),
		...columns(
			'reauthentication_sent_at:timestamptz is_sso_user:boolean! deleted_at:timestamptz is_anonymous:boolean!',
		),
		...TIMES,
	},
	webauthn_challenges: columns(
		'id:uuid! user_id:uuid challenge_type:text! session_data:jsonb! created_at:timestamptz! expires_at:timestamptz!',
	),
	webauthn_credentials: {
		...columns('id:uuid! user_id:uuid! credential_id:bytea! public_key:bytea! attestation_type:text! aaguid:uuid'),
		...columns('sign_count:bigint! transports:jsonb! backup_eligible:boolean! backed_up:boolean! friendly_name:text!'),
		...columns('last_used_at:timestamptz'),
		...SURE_TIMES,
	},
}

function columns(text: string): Columns {
	return Object.fromEntries(
		text.split(' ').map((part): [string, string] => {
			const at = part.indexOf(':')
			return [part.slice(0, at), part.slice(at + 1)]
		}),
	)
}

/** Templates that a folder can replace with `<name>.html`; these short ones are used for missing files. */
export const BUILT_IN_TEMPLATES = {
	confirmation: template(
		'Confirm your mail address',
		'Follow this link to confirm your mail address:',
		'Confirm address',
	),
	recovery: template('Reset your password', 'Follow this link to choose a new password:', 'Reset password'),
	magic_link: template('Your sign-in link', 'Follow this link to sign in:', 'Sign in'),
	invite: template('You have been invited', 'Follow this link to accept the invitation:', 'Accept invitation'),
	email_change: template(
		'Confirm your new mail address',
		'Follow this link to change your mail address from {{ .Email }} to {{ .NewEmail }}:',
		'Change address',
	),
	reauthentication: '<!-- subject: Your code -->\n<p>Enter this code: <strong>{{ .Token }}</strong></p>\n',
}

export type TemplateName = keyof typeof BUILT_IN_TEMPLATES

function template(subject: string, text: string, link: string): string {
	return `<!-- subject: ${subject} -->
<p>${text}</p>
<p><a href="{{ .ConfirmationURL }}">${link}</a></p>
<p>Or enter this code: <strong>{{ .Token }}</strong></p>
`
}

import type { OutgoingMail } from '#app/lib/mail.ts'

/**
 * An advertising mail with its unsubscribe link: a line at its end, and the headers by which mail programs show their own button
 * (RFC 2369, RFC 8058).
 * @param url absolute, https, made for this recipient
 */
export function withWayOut(mail: OutgoingMail, url: string): OutgoingMail {
	const line = 'Sie möchten keine Werbung mehr bekommen? Abbestellen können Sie sie hier:'
	return {
		...mail,
		text: mail.text.replace('\n-- \n', `\n${line}\n${url}\n\n-- \n`),
		html: mail.html.replace(
			'</body>',
			`<p style="margin:0;padding:0 12px 24px;text-align:center;font-size:13px">${line} <a href="${url}">Werbung abbestellen</a></p></body>`,
		),
		headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
	}
}

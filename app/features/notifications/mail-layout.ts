import { html, raw } from 'hono/html'
import type { LegalText } from '#app/features/legal/withdrawal.ts'

export type MailContent = {
	title: string
	/** Address of the logo of the business that writes. */
	logo?: string
	greeting?: string
	intro: string
	/** Label and value, in the order shown. */
	facts?: [label: string, value: string][]
	button?: { label: string; url: string }
	/** Other ways to answer, below the button. */
	links?: { label: string; url: string }[]
	/** Digits to type in, shown large. */
	code?: { label: string; digits: string }
	/** Paragraphs below the button. */
	notes: string[]
	footer: string[]
	/** Texts that the law requires in the mail, below everything else. */
	texts?: LegalText[]
}

// Mail programs that know it show the dark theme of the site; the others keep the inline colours.
const DARK = `@media (prefers-color-scheme: dark) {
	.ground { background: #10171e !important; color: #e8eef3 !important; }
	.card { background: #1b2630 !important; border-color: #2d3b47 !important; }
	.line { border-color: #2d3b47 !important; }
	.soft { color: #a9b7c3 !important; }
	.mark { color: #8fbce6 !important; }
	.button { background: #8fbce6 !important; color: #0d1a26 !important; }
}`

// On a phone a label stands above its value, which then has the whole width.
const NARROW = `@media (max-width: 480px) {
	.inside { padding: 20px !important; }
	.label { display: block !important; padding: 8px 0 0 !important; font-size: 14px !important; }
	.value { display: block !important; padding: 0 0 8px !important; border-top: 0 !important; }
}`

// Long addresses break instead of making the mail wider than a phone; `word-break` is for old mail programs.
const WRAP = 'word-break:break-word;overflow-wrap:anywhere'

const COLORS = { text: '#14202b', soft: '#51606e', line: '#dce3e9', primary: '#235789', ground: '#f6f8fa' }

/** The HTML of a mail: one table, inline styles, readable in any mail program and without pictures. */
export function mailHtml(content: MailContent): string {
	const cell = `padding:8px 0;border-top:1px solid ${COLORS.line};vertical-align:top`
	const facts = content.facts?.map(
		([label, value]) =>
			html`<tr>
				<td class="line soft label" style="${cell};color:${COLORS.soft};padding-right:16px;white-space:nowrap">
					${label}
				</td>
				<td class="line value" width="100%" style="${cell};${WRAP}">${lines(value)}</td>
			</tr>`,
	)
	const button = content.button
		? html`<p style="margin:24px 0">
				<a
					href="${content.button.url}"
					class="button"
					style="display:inline-block;padding:12px 20px;border-radius:6px;background:${COLORS.primary};color:#ffffff;font-weight:600;text-decoration:none"
					>${content.button.label}</a
				>
			</p>`
		: ''
	const links = content.links?.map(
		({ label, url }) =>
			html`<a
				href="${url}"
				class="mark"
				style="display:inline-block;margin:0 12px 12px 0;padding:10px 16px;border:1px solid ${COLORS.primary};border-radius:6px;color:${COLORS.primary};font-weight:600;text-decoration:none"
				>${label}</a
			>`,
	)
	const code = content.code
		? html`<p class="soft" style="margin:0 0 4px;color:${COLORS.soft}">${content.code.label}</p>
				<p style="margin:0 0 20px;font-size:28px;font-weight:700;letter-spacing:6px">${content.code.digits}</p>`
		: ''
	const texts = content.texts?.map(
		({ title, paragraphs, link }) =>
			html`<h2 style="margin:20px 0 8px;font-size:15px">${title}</h2>
				${paragraphs.map((paragraph) => html`<p style="margin:0 0 8px">${linked(paragraph, link)}</p>`)}`,
	)
	const page = html`<!doctype html>
		<html lang="de">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<title>${content.title}</title>
				<style>
					${raw(DARK)}${raw(NARROW)}
				</style>
			</head>
			<body
				class="ground"
				style="margin:0;background:${COLORS.ground};color:${COLORS.text};font-family:'Helvetica Neue',Arial,sans-serif;font-size:16px;line-height:1.5"
			>
				<div style="display:none;max-height:0;overflow:hidden">${previewOf(content)}</div>
				<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
					<tr>
						<td align="center" style="padding:24px 12px">
							<table
								role="presentation"
								width="100%"
								cellpadding="0"
								cellspacing="0"
								class="card"
								style="max-width:560px;background:#ffffff;border:1px solid ${COLORS.line};border-radius:10px"
							>
								<tr>
									<td class="inside" style="padding:28px;${WRAP}">
										<p style="margin:0 0 24px;font-weight:700">
											<span
												aria-hidden="true"
												style="display:inline-block;width:28px;margin-right:8px;border-radius:6px;background:${COLORS.primary};color:#ffffff;line-height:28px;text-align:center"
												>Z</span
											>Zeitplatz
										</p>
										${content.logo ? html`<p style="margin:0 0 12px"><img src="${content.logo}" alt="" height="56" style="padding:3px;border-radius:6px;background:#ffffff" /></p>` : ''}
										<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${content.title}</h1>
										${content.greeting ? html`<p style="margin:0 0 4px">${content.greeting}</p>` : ''}
										<p style="margin:0 0 20px">${content.intro}</p>
										${
											facts?.length
												? html`<table
														role="presentation"
														width="100%"
														cellpadding="0"
														cellspacing="0"
														class="line"
														style="margin:0 0 16px;border-bottom:1px solid ${COLORS.line}"
													>
														${facts}
													</table>`
												: ''
										}
										${button}${links?.length ? html`<p style="margin:0 0 12px">${links}</p>` : ''} ${code}
										${content.notes.map((note) => html`<p class="soft" style="margin:0 0 12px;color:${COLORS.soft};font-size:14px">${lines(note)}</p>`)}
									</td>
								</tr>
								<tr>
									<td
										class="line soft inside"
										style="padding:16px 28px;border-top:1px solid ${COLORS.line};color:${COLORS.soft};font-size:13px;${WRAP}"
									>
										${content.footer.map((line) => html`${line}<br />`)}${texts}
									</td>
								</tr>
							</table>
						</td>
					</tr>
				</table>
			</body>
		</html>`
	// Hono's html returns a String object, or a promise if any part is one; none is here.
	return [page as string].join('')
}

/** What mail programs show beside the subject: the first fact and what it is about, rather than the name of the site. */
function previewOf({ intro, facts, code }: MailContent): string {
	const first = code ? undefined : facts?.[0]?.[1].split('\n')[0]
	return [first, intro].filter(Boolean).join(' · ')
}

/** The mail as plain text. */
export function mailText(content: MailContent): string {
	const facts = content.facts?.map(([label, value]) => `${label}: ${value.replaceAll('\n', '\n  ')}`)
	const button = content.button ? [`${content.button.label}:\n${content.button.url}`] : []
	const links = (content.links ?? []).map(({ label, url }) => `${label}:\n${url}`)
	const code = content.code ? [`${content.code.label}\n${content.code.digits}`] : []
	const parts = [
		content.title,
		content.greeting,
		content.intro,
		facts?.join('\n'),
		...button,
		...links,
		...code,
		...content.notes,
	]
	const texts = (content.texts ?? []).flatMap(({ title, paragraphs }) => [title, ...paragraphs])
	// Before the footer: mail programs hide what stands below the line of a signature.
	return `${[...parts, ...texts].filter(Boolean).join('\n\n')}\n\n-- \n${content.footer.join('\n')}\n`
}

/** A paragraph in which one address can be clicked; what people typed never becomes a link. */
function linked(paragraph: string, link?: string): unknown {
	if (!link) return lines(paragraph)
	const anchor = html`<a href="${link}" class="mark" style="color:${COLORS.primary}">${link}</a>`
	return paragraph.split(link).map((part, index) => html`${index ? anchor : ''}${lines(part)}`)
}

function lines(text: string): unknown {
	return text.split('\n').map((line, index) => (index ? html`${raw('<br />')}${line}` : html`${line}`))
}

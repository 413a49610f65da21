import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

// The imports of the package's slots, in versions that its own repository names or that were current at the time. The package also depends
// on two private packages and reads a configuration of languages. The registry must not be asked for these, so empty folders replace them;
// all of their code that is needed is in the package itself. Only three functions of Sentry are imported, which its core contains.
const PEER = '0.0.360'
const MANIFEST = JSON.stringify({
	private: true,
	dependencies: {
		'@calcom/platform-libraries': PEER,
		'@calcom/config': 'file:./config',
		'@calcom/features': 'file:./features',
		'@calcom/lib': 'file:./lib',
		'@evyweb/ioctopus': '1.2.0',
		'@nestjs/common': '10.4.9',
		'@sentry/nextjs': 'npm:@sentry/core@9.15.0',
		'@trpc/server': '11.0.0',
		'@unkey/ratelimit': '2.0.0',
		'@vercel/functions': '1.6.0',
		async: '3.2.6',
		dayjs: '1.11.2',
		entities: '4.5.0',
		i18next: '23.9.0',
		ics: '2.44.0',
		jsdom: '22.1.0',
		'json-logic-js': '2.0.5',
		lodash: '4.17.21',
		'markdown-it': '13.0.2',
		'memory-cache': '0.2.0',
		react: '18.3.1',
		'react-awesome-query-builder': '5.4.2',
		'react-dom': '18.3.1',
		'reflect-metadata': '0.2.2',
		rrule: '2.8.1',
		rxjs: '7.8.2',
		'sanitize-html': '2.17.0',
		'short-uuid': '4.2.2',
		twilio: '3.84.1',
		uuid: '8.3.2',
		zod: '3.25.76',
	},
})

/** A folder with Cal.com's published libraries, fetched once and kept in BENCH_DIR, like the large data. */
export async function fetchCalcom(): Promise<string> {
	const home = process.env.BENCH_DIR ?? path.join(os.tmpdir(), 'zeitplatz-bench-data')
	const folder = path.join(home, `calcom-${PEER}`)
	const done = path.join(folder, 'complete')
	if ((await fs.readFile(done, 'utf8').catch(() => '')) === MANIFEST) return folder
	await fs.rm(folder, { recursive: true, force: true })
	for (const name of ['config', 'features', 'lib']) {
		await fs.mkdir(path.join(folder, name), { recursive: true })
		const manifest = JSON.stringify({ name: `@calcom/${name}`, version: '0.0.0' })
		await fs.writeFile(path.join(folder, name, 'package.json'), manifest)
	}
	const languages = `module.exports = { i18n: { defaultLocale: 'en', locales: ['en'] } }\n`
	await fs.writeFile(path.join(folder, 'config', 'next-i18next.config.js'), languages)
	await fs.writeFile(path.join(folder, 'package.json'), MANIFEST)
	const options = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--omit=dev', '--omit=optional']
	await promisify(execFile)('npm', ['install', ...options], { cwd: folder, timeout: 300_000 })
	await fs.writeFile(done, MANIFEST)
	return folder
}

import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const FRAMEWORK = /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/

export default defineConfig({
	plugins: [reactRouter()],
	environments: {
		ssr: { build: { rollupOptions: { input: './server/app.ts' } } },
		// React and its router in one file: 3 KB gzip less than in the five that splitting by use makes of them.
		client: {
			build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'framework', test: FRAMEWORK }] } } } },
		},
	},
	// Bundling what the server renders with halves its cold start; native and node-only packages stay outside.
	ssr: { noExternal: true, external: ['sharp', 'nodemailer', 'ws', 'postgres', 'bcrypt'] },
	build: { target: 'es2022', assetsInlineLimit: 0 },
	server: { middlewareMode: true },
})

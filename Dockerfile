# Zeitplatz in one image: built from the lockfile, run by an unprivileged user, all data below /data.
#   docker build -t zeitplatz .
#   docker run -p 127.0.0.1:3000:3000 -v zeitplatz:/data -e SITE_URL=https://… -e TRUST_PROXY=true zeitplatz
# Any Node with npm will do as the base: the lockfile brings the project's own.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY backend/package.json ./backend/package.json
RUN npm ci
COPY . .
RUN node_modules/.bin/node scripts/build.ts

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY backend/package.json ./backend/package.json
# The second line makes the links of the PostgreSQL package, for which the folder is not writable later.
RUN npm ci --omit=dev
COPY backend/postgres ./backend/postgres
RUN node_modules/.bin/node --input-type=module -e "await (await import('/app/backend/postgres/binaries.ts')).findBinaries()"

FROM debian:bookworm-slim
# No entry of the image's account list is needed; the number is free on most machines.
RUN useradd --uid 10001 --no-create-home --home-dir /data zeitplatz && install -d -o zeitplatz -g zeitplatz -m 0700 /data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY package.json LICENSE ./
COPY app ./app
COPY backend ./backend
COPY server ./server
COPY scripts ./scripts
COPY supabase ./supabase
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072 NODE_COMPILE_CACHE=/data/compiled
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/data/backups SEED=empty
USER zeitplatz
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
	CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "--max-semi-space-size=8", "server/main.ts"]

# The Holdfast app, for `docker compose up`. Asterisk is a container of its own (Dockerfile.asterisk).
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY prisma prisma
# The generator only reads the schema; the engine that its command would download is not used.
RUN mkdir -p src/store && PRISMA_SCHEMA_ENGINE_BINARY=/bin/true npx prisma generate
COPY tsconfig.json ./
COPY bin bin
COPY src src
# The dashboard is built from the service's own routes; the build tools stay behind.
RUN node --import tsx src/dashboard/build/main.ts && node bin/bundle.mjs app && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
# The voice (SPEECH_ENGINE=flite).
RUN apt-get update && apt-get install -y --no-install-recommends flite && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data XDG_CACHE_HOME=/data/cache
COPY --from=build /app/node_modules node_modules
COPY package.json tsconfig.json ./
COPY prisma prisma
COPY src src
COPY --from=build /app/src/store/client src/store/client
COPY --from=build /app/.holdfast .holdfast
# Files for Asterisk, which reads them as a member of their group (compose.yaml).
RUN install -d -o node -g node -m 700 /data && install -d -o node -g 4242 -m 2750 /sip
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
    CMD ["node", "-e", "const { PORT, HTTPS_CERT_FILE } = process.env; process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'; fetch(`http${HTTPS_CERT_FILE ? 's' : ''}://127.0.0.1:${PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that `docker stop` reaches the app.
CMD ["node", "--enable-source-maps", ".holdfast/service/app/main.js"]

# Debian, because the embedded PostgreSQL needs glibc. Node is the version in package.json, which is not installed a second time.
ARG BASE=node:26.10.0-bookworm-slim
FROM $BASE AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# /runs gets what runs: no tests, tools or sources of pages.
RUN node scripts/prepare.mjs --build \
 && npm prune --omit=dev --ignore-scripts \
 && rm -r node_modules/node-linux-* && ln -sf "$(command -v node)" .runtime/node \
 && mkdir /runs && cp -a --parents LICENSE package.json package-lock.json node_modules .runtime scripts/prepare.mjs scripts/prepare \
    cli common contract docs/problems messages migrations server web/build /runs

FROM $BASE
# npm, which runs commands, needs no log and no cache: the file system is read-only.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2 NPM_CONFIG_LOGS_MAX=0 NPM_CONFIG_UPDATE_NOTIFIER=false
WORKDIR /app
COPY --from=build /runs ./
# Compiled modules are cached between starts, by the user who runs them. With a read-only file system they aren't.
RUN mkdir -p /data .runtime/compiled && chown node:node /data .runtime/compiled
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not npm: stop signals must reach the program itself.
CMD [".runtime/node", "--max-semi-space-size=8", "server/main.ts"]

# Debian, because the embedded PostgreSQL needs glibc.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# The compiled modules are kept between starts, by the user who runs them.
RUN node scripts/prepare.mjs --build \
 && npm prune --omit=dev --ignore-scripts \
 && mkdir -p .runtime/compiled && chown node:node .runtime/compiled

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
ENV MALLOC_ARENA_MAX=2
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not npm: stop signals must reach the program itself.
CMD [".runtime/node", "--max-semi-space-size=8", "server/main.ts"]

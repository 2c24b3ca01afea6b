# Builds the product, and then an image with what it runs on and nothing else. It serves as a user of its own.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm run build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts --omit=optional --prefix tools/toolchain \
  && node tools/toolchain/node_modules/pnpm/bin/pnpm.cjs install --frozen-lockfile --prod --filter "@wattle/api..." \
  && rm -rf tools apps/web/src apps/web/e2e

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATABASE_URL=sqlite:/data/wattle.db UPLOAD_DIR=/data/uploads XDG_STATE_HOME=/data/state
RUN mkdir /data && chown node:node /data
COPY --from=packages /app ./
COPY --from=build /app/apps/web/dist apps/web/dist
COPY --from=build /app/apps/api/dist apps/api/dist
COPY --from=build /app/packages/client/packed packages/client/packed
COPY --from=build /app/packages/exchange-core/packed packages/exchange-core/packed
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "apps/api/dist/main.js"]

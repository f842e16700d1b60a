# One image for every service; the first argument names it: `docker run nudgeline ingress`.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=optional
COPY . .
RUN node_modules/.bin/tsc -p tsconfig.json
# Tests, benches, the local instance and the simulator are for checkouts.
RUN rm -rf dist/test dist/bench dist/examples dist/services/local dist/services/simulator \
    dist/services/providers/*/stand-in dist/.tsbuildinfo \
  && find dist \( -name '*.test.js*' -o -name '*.fixture.js*' -o -name '*.map' \) -delete \
  && find dist \( -name tests -o -name fixtures \) -type d -prune -exec rm -rf {} +

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The optional packages are PostgreSQL servers for local use.
RUN npm ci --omit=dev --omit=optional

FROM node:24-slim
WORKDIR /app
# No other container could reach a service that listens on the loopback address.
ENV NODE_ENV=production BIND_ADDRESS=0.0.0.0
COPY package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
USER node
ENTRYPOINT ["node", "dist/services/main.js"]

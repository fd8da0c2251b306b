# The command in a small image that runs as nobody in particular:
#   docker build -t assay . && docker run --rm -v "$PWD:/work" -e ASSAY_USERNAME -e ASSAY_PASSWORD assay certify --target https://…
FROM node:22.21.1-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund
RUN mkdir /packed && npm pack --pack-destination /packed

FROM node:22.21.1-bookworm-slim
COPY --from=build /packed /packed
RUN npm install --global --omit=dev --no-audit --no-fund /packed/*.tgz && rm -r /packed && npm cache clean --force
USER node
WORKDIR /work
ENTRYPOINT ["assay"]
CMD ["--help"]

// Unpacks a recording, for tests that search the written bytes.
import { brotliDecompressSync } from 'node:zlib';

const packedLine = /^\{"assay":"packed","brotli":"([\w+/=]+)","crc32":"[0-9a-f]{8}"\}$/gm;

export const plainLines = (recording: Buffer): Buffer =>
  recording.includes('{"assay":"packed"')
    ? Buffer.from(
        recording
          .toString()
          .replace(packedLine, (_, coded: string) => brotliDecompressSync(Buffer.from(coded, 'base64')).toString()),
      )
    : recording;

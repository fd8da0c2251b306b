// A recording as it would be without packing: for tests that look for bytes in what was written.
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

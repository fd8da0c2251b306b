// Percent-encoded text of an address or a form.

/** Decoded; text that is no proper percent-encoding stands for itself. */
export function decodedOrRaw(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

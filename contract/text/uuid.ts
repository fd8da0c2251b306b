// The form of a UUID (RFC 9562), of any version.

const form = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => text.length === 36 && form.test(text);

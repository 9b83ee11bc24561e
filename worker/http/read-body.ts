import { maxBodyBytes, readBounded } from "#worker/contract/bounded-body";
import { fail, ok, type Result } from "#worker/contract/result";

/** A JSON or form body of at most `maxBodyBytes`. */
export const readBody = async (request: Request, encoding: "json" | "form"): Promise<Result<unknown>> => {
	const parts = await readBounded(request.body, maxBodyBytes);
	if (!parts.ok) return parts;
	const text = toText(parts.value);
	if (encoding === "form") return ok(Object.fromEntries(new URLSearchParams(text)));
	if (!request.headers.get("content-type")?.includes("json")) return fail("malformed");
	try {
		return ok(JSON.parse(text));
	} catch {
		return fail("malformed");
	}
};

const toText = (parts: readonly Uint8Array[]): string => {
	const decoder = new TextDecoder();
	return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
};
